#!/usr/bin/env bash
# The replica: copied from the primary at its first start, then following it.
set -euo pipefail
data=/var/lib/postgresql/data
if [ ! -s "$data/PG_VERSION" ]; then
    PGPASSWORD="$REPLICATION_PASSWORD" pg_basebackup --host=postgres --username=replication --pgdata="$data" --write-recovery-conf --wal-method=stream --checkpoint=fast
    chmod 700 "$data"
fi
exec postgres -D "$data" -c hot_standby=on
