#!/bin/sh
# Two roles (docs/operations.md#two-roles); run once by the image of PostgreSQL on an empty volume. They have no
# password: pg_hba.conf lets them in by their certificates.
set -eu
psql -v ON_ERROR_STOP=1 -U "${POSTGRES_USER:-postgres}" <<'SQL'
create role cuota_owner login;
create role cuota_app login;
create database cuota owner cuota_owner;
SQL
