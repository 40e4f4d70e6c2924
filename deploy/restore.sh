#!/bin/sh
# Puts a copy of the PostgreSQL database back: restore.sh FILE
# End web, live, worker and beat first. DATABASE_URL names the database. The one that was there is not
# deleted: it keeps its data under the name that is printed.
set -eu

copy=${1:?usage: restore.sh FILE}
: "${DATABASE_URL:?DATABASE_URL names the database}"
[ -r "$copy" ] || { echo "restore.sh: $copy cannot be read" >&2; exit 1; }
root=$(cd "$(dirname "$0")/.." && pwd)
python=$root/.venv/bin/python
[ -x "$python" ] || python=python3

# Before anything is made: a copy of a newer version has what this code does not know.
if ! applied=$(pg_restore --data-only --table=django_migrations --file=- "$copy"); then
    echo "restore.sh: $copy could not be read back. Nothing was changed." >&2
    exit 1
fi
printf '%s\n' "$applied" | (cd "$root" && "$python" -m tools.migrations "$copy")

# postgres://user:password@host:port/NAME?options
options=${DATABASE_URL#"${DATABASE_URL%%\?*}"}
address=${DATABASE_URL%%\?*}
server=${address%/*}
name=${address##*/}
stamp=$(date -u +%Y%m%d_%H%M%S)_$$
new=${name}_new_$stamp
before=${name}_before_$stamp

ask() { psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --dbname="$server/postgres$options" --command="$1"; }

# What distinguishes the database from its copies (live/computed.py). backup.sh leaves it out; other
# copies may have it, and those of older versions have no table for it.
remove_identity() {
    psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --dbname="$server/$new$options" --command="DO \$\$ BEGIN
        IF to_regclass('live_databaseidentity') IS NOT NULL THEN DELETE FROM live_databaseidentity; END IF;
    END \$\$"
}

ask "CREATE DATABASE \"$new\" TEMPLATE template0 ENCODING 'UTF8'"
if ! pg_restore --exit-on-error --single-transaction --no-owner --no-privileges \
    --dbname="$server/$new$options" "$copy" || ! remove_identity; then
    ask "DROP DATABASE \"$new\""
    echo "restore.sh: $copy could not be read back. Nothing was changed." >&2
    exit 1
fi
# Fails as long as anybody is connected.
if ! ask "ALTER DATABASE \"$name\" RENAME TO \"$before\""; then
    ask "DROP DATABASE \"$new\""
    echo "restore.sh: the database is in use. End web, live, worker and beat first. Nothing was changed." >&2
    exit 1
fi
ask "ALTER DATABASE \"$new\" RENAME TO \"$name\""
echo "restored; what was there is in the database $before"
