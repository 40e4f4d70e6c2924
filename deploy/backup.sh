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

# One snapshot of one moment. Until it is complete and readable, it does not have its name.
pg_dump --format=custom --no-owner --no-privileges --file="$partial" --dbname="$DATABASE_URL"
pg_restore --list "$partial" >/dev/null
# Two copies within a second: the first keeps its name.
ln "$partial" "$copy"

if [ "$keep" -gt 0 ]; then
    find "$folder" -maxdepth 1 -name 'la-bella-*.dump' | sort -r | tail -n "+$((keep + 1))" | while read -r old; do
        rm -f "$old"
    done
fi
echo "$copy"
