#!/bin/sh
# Copies the PostgreSQL database into a folder while everything runs: backup.sh FOLDER
# DATABASE_URL names the database. KEEP=14 copies are kept (0: all). Prints the name of the copy.
set -eu
umask 077

folder=${1:?usage: backup.sh FOLDER}
: "${DATABASE_URL:?DATABASE_URL names the database}"
keep=${KEEP:-14}

mkdir -p "$folder"
copy="$folder/la-bella-$(date -u +%Y-%m-%dT%H%M%SZ).dump"
partial="$copy.partial.$$"
trap 'rm -f "$partial"' EXIT
# Without this, dash is ended by a signal before it comes to what is to be done at the end.
trap 'exit 1' HUP INT TERM
# What was left by a copy that was killed, or by a power cut.
find "$folder" -maxdepth 1 -name 'la-bella-*.dump.partial.*' -mtime +0 -exec rm -f {} +

# One snapshot of one moment. Until it is complete and readable, it does not have its name.
# Without the identity of the database, which a copy does not have (live/computed.py).
pg_dump --format=custom --no-owner --no-privileges --exclude-table-data='*.live_databaseidentity' \
    --file="$partial" --dbname="$DATABASE_URL"
pg_restore --list "$partial" >/dev/null
# Two copies within a second: the first keeps its name.
ln "$partial" "$copy"

if [ "$keep" -gt 0 ]; then
    find "$folder" -maxdepth 1 -name 'la-bella-*.dump' | sort -r | tail -n "+$((keep + 1))" | while read -r old; do
        rm -f "$old"
    done
fi
echo "$copy"
