#!/bin/sh
# Copies the database now and every night from then on, where no timer does it: backup-nightly.sh FOLDER
# EVERY=86400 seconds lie between two copies. After one that failed the next is tried RETRY=300 seconds later.
set -eu

folder=${1:?usage: backup-nightly.sh FOLDER}
every=${EVERY:-86400}
retry=${RETRY:-300}

while :; do
    if "$(dirname "$0")/backup.sh" "$folder"; then pause=$every; else pause=$retry; fi
    sleep "$pause"
done
