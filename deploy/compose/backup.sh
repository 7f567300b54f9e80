#!/bin/sh
# Each night at 02:30 UTC: dumps both databases into a folder, and deletes dumps that are older than 14 days. With --once: now,
# and ends. Dumps appear when both are complete; the service reads how old the newest one is (BACKUP_FOLDER).
set -eu
umask 077
folder=${1:?the folder of the dumps is missing}

dump_both() {
  at=$(date -u +%Y%m%dT%H%M%SZ)
  rm -f "$folder"/.draft-*
  for name in dashboard routing; do
    pg_dump --format=custom --dbname="$name" --file="$folder/.draft-$name-$at.dump" || return 1
  done
  for name in dashboard routing; do
    mv "$folder/.draft-$name-$at.dump" "$folder/$name-$at.dump" || return 1
  done
  find "$folder" -maxdepth 1 -name '*-*Z.dump' -mtime +14 -delete
}

if [ "${2:-}" = --once ]; then
  dump_both
  exit
fi
while :; do
  seconds=$(date -u +%s)
  sleep $(((86400 + 9000 - seconds % 86400) % 86400 + 1))
  # A database that restarts at that time is back some minutes later.
  until dump_both; do sleep 600; done
done
