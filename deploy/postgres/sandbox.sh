#!/bin/sh
# Creates the sandbox gateway's role and database at the first start of PostgreSQL. For an existing
# database: docker compose --env-file deploy/.env exec postgres /docker-entrypoint-initdb.d/sandbox.sh
set -eu
# The image sources a script that is not executable: no exit here.
if [ -n "${SANDBOX_POSTGRES_PASSWORD:-}" ]; then
  psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set ON_ERROR_STOP=1 \
    --set password="$SANDBOX_POSTGRES_PASSWORD" <<'SQL'
CREATE ROLE sandbox LOGIN PASSWORD :'password';
CREATE DATABASE sandbox OWNER sandbox;
REVOKE CONNECT ON DATABASE sandbox FROM PUBLIC;
REVOKE CONNECT ON DATABASE :"DBNAME" FROM PUBLIC;
SQL
fi
