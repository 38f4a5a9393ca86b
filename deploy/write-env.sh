#!/bin/sh
# Writes this installation's secrets to deploy/.env, readable only by its owner, and adds secrets that a
# newer version needs. Keep a copy: SEALING_KEYS opens the secrets in the database, POSTGRES_PASSWORD the
# database.
set -eu
umask 077
file="$(dirname "$0")/.env"
lock="$file.lock"
mkdir "$lock" 2>/dev/null || { echo "$file is being written; remove $lock if it is not." >&2; exit 1; }
trap 'rmdir "$lock"' EXIT
written=''
# Adds a missing secret: name and value.
secret() {
  if ! grep -q "^$1=" "$file" 2>/dev/null; then
    echo "$1=$2" >>"$file"
    written="$written $1"
  fi
}
secret SEALING_KEYS "main:$(openssl rand -base64 32)"
secret POSTGRES_PASSWORD "$(openssl rand -hex 24)"
secret REDIS_PASSWORD "$(openssl rand -hex 24)"
secret SANDBOX_POSTGRES_PASSWORD "$(openssl rand -hex 24)"
if [ -z "$written" ]; then
  echo "$file has all secrets already, and stays as it is." >&2
else
  echo "Wrote$written to $file. Keep a copy of it in a safe place." >&2
fi
