#!/bin/sh
# Starts PostgreSQL with its certificate: it wants the key as a file of its own, which a mounted secret is not.
set -eu
install -o postgres -g postgres -m 0600 /run/secrets/database-key /run/database.key
install -o postgres -g postgres -m 0644 /run/secrets/database-certificate /run/database.crt
exec docker-entrypoint.sh postgres -c ssl=on -c ssl_min_protocol_version=TLSv1.2 \
  -c ssl_ciphers=ECDHE+AESGCM:ECDHE+CHACHA20 \
  -c ssl_cert_file=/run/database.crt -c ssl_key_file=/run/database.key -c ssl_ca_file=/run/secrets/authority \
  -c hba_file=/etc/postgresql/pg_hba.conf
