#!/bin/sh
# Two roles (docs/operations.md#two-roles); run once by the image of PostgreSQL on an empty volume.
set -eu
psql -v ON_ERROR_STOP=1 -U "${POSTGRES_USER:-postgres}" \
  -v owner="$(cat /run/secrets/owner-password)" -v app="$(cat /run/secrets/app-password)" <<'SQL'
create role cuota_owner login password :'owner';
create role cuota_app login password :'app';
create database cuota owner cuota_owner;
SQL
