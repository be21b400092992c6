#!/bin/sh
# The browser tests drive Chromium. Where it is missing, root on a Debian machine gets it; anyone else is told the command.
# Never fails: without a browser those tests skip and say so, or fail where CASEBOOK_REQUIRE_BROWSER=1.

for name in "${CASEBOOK_CHROMIUM:-}" chromium chromium-browser google-chrome; do
    [ -n "$name" ] && command -v "$name" >/dev/null 2>&1 && exit 0
done
install="apt-get install -y --no-install-recommends chromium"
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing Chromium for the browser tests"
    export DEBIAN_FRONTEND=noninteractive
    { apt-get update -qq && $install -qq; } >/dev/null 2>&1 && exit 0
    echo "Chromium could not be installed; the browser tests will not run. Try: apt-get update && $install" >&2
else
    echo "The browser tests need Chromium. On Debian and Ubuntu: sudo apt-get update && sudo $install" >&2
fi
exit 0
