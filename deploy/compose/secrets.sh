#!/bin/sh
# Makes the secrets of compose.yaml once, in deploy/compose/secrets; keeps those that are there.
set -eu
umask 077
cd "$(dirname "$0")"
mkdir -p secrets
make() { [ -s "secrets/$1" ] || printf '%s' "$2" > "secrets/$1"; }
random() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
for name in app-secret postgres-password owner-password app-password s3-secret; do make "$name" "$(random)"; done
make s3-key cuota
make database-url "postgres://cuota_app:$(cat secrets/app-password)@database:5432/cuota"
make database-owner-url "postgres://cuota_owner:$(cat secrets/owner-password)@database:5432/cuota"
# The containers' user reads them.
chmod 0444 secrets/*
