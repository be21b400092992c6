#!/usr/bin/env bash
# Run once by the PostgreSQL image, when the primary's data are made: a role that may follow it.
set -euo pipefail
psql --set=ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set=password="$REPLICATION_PASSWORD" <<'SQL'
CREATE ROLE replication LOGIN REPLICATION PASSWORD :'password';
SQL
echo "host replication replication all scram-sha-256" >> "$PGDATA/pg_hba.conf"
