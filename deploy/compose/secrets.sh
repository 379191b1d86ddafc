#!/bin/sh
# Makes the secrets and certificates of compose.yaml, in deploy/compose/secrets, and keeps those that are there.
# Certificates live 90 days: run it every week from a timer, then restart the services; those that end within 30 days
# are made anew. Needs openssl.
set -eu
umask 077
cd "$(dirname "$0")"
mkdir -p secrets
make() { [ -s "secrets/$1" ] || printf '%s' "$2" > "secrets/$1"; }
random() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
for name in app-secret postgres-password s3-secret; do make "$name" "$(random)"; done
make s3-key cuota
# Settings of the providers, NAME=value a line; empty for a try.
[ -e secrets/settings.env ] || : > secrets/settings.env

new_key() { openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$1" 2>/dev/null; }
# The authority of all of them, whom nobody else trusts. Its key is read here only.
if [ ! -s secrets/authority ]; then
  new_key secrets/authority-key
  openssl req -x509 -new -key secrets/authority-key -sha256 -days 3650 -subj '/CN=Cuota' \
    -addext keyUsage=critical,keyCertSign -out secrets/authority
fi
# certificate <name> <whose> <use> <what it names>
certificate() {
  openssl x509 -in "secrets/$1-certificate" -noout -checkend 2592000 >/dev/null 2>&1 && return
  new_key "secrets/$1-key"
  openssl req -new -key "secrets/$1-key" -subj "/CN=$2" -out secrets/request
  printf 'basicConstraints=CA:false\nkeyUsage=digitalSignature\nextendedKeyUsage=%s\nsubjectAltName=%s\n' "$3" "$4" > secrets/extensions
  openssl x509 -req -in secrets/request -CA secrets/authority -CAkey secrets/authority-key -set_serial "0x$(random)" \
    -sha256 -days 90 -extfile secrets/extensions -out "secrets/$1-certificate" 2>/dev/null
  rm secrets/request secrets/extensions
}
certificate api api serverAuth DNS:api,DNS:worker,DNS:localhost,IP:127.0.0.1
certificate database database serverAuth DNS:database
certificate store store serverAuth DNS:store
certificate mail mail serverAuth DNS:mail
# The roles of the database come in by these, without a password.
certificate app cuota_app clientAuth DNS:cuota-app
certificate owner cuota_owner clientAuth DNS:cuota-owner

url() { printf 'postgres://%s@database:5432/cuota?sslmode=verify-full&sslrootcert=/run/secrets/authority&sslcert=/run/secrets/%s-certificate&sslkey=/run/secrets/%s-key' "$1" "$2" "$2"; }
make database-url "$(url cuota_app app)"
make database-owner-url "$(url cuota_owner owner)"
# The containers' users read them.
chmod 0444 secrets/*
chmod 0400 secrets/authority-key
