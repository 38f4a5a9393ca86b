#!/bin/sh
# Writes the secrets of this installation to deploy/.env, once, for its owner alone. Both are to be
# kept: SEALING_KEYS opens the secrets in the database, POSTGRES_PASSWORD the database.
set -eu
umask 077
file="$(dirname "$0")/.env"
if [ -e "$file" ]; then
  echo "$file is there already, and stays as it is." >&2
  exit 0
fi
sealing_key="$(openssl rand -base64 32)"
password="$(openssl rand -hex 24)"
set -C # Of two that write at once, the second one fails.
cat >"$file" <<END
SEALING_KEYS=main:$sealing_key
POSTGRES_PASSWORD=$password
END
echo "Wrote $file. Keep a copy of it in a safe place." >&2
