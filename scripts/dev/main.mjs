import { parseArgs } from 'node:util';

import { COUNTRIES } from '../../src/countries/countries.ts';
import { localUrlOf } from '../../src/server/platform/public-url.ts';
import { openDevDatabase } from './database.mjs';
import { freePort } from './free-port.mjs';
import { offerPreCommit } from './offer-pre-commit.mjs';
import { superviseServer } from './server-process.mjs';
import { watchSources } from './watch-sources.mjs';
import { serveWeb } from './web.mjs';

const { values } = parseArgs({ options: { inspect: { type: 'boolean', default: false } } });
const port = Number(process.env.PORT || 3000);
const consoleUrl = process.env.CONSOLE_URL || `http://consola.localhost:${port}`;
let stopping;
const opened = [];
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => void stop(0));
process.on('disconnect', () => void stop(0));

try {
  await offerPreCommit();
  // The server finds it running, and leaves it so when it restarts.
  opened.push(await openDevDatabase());
  const apiPort = await freePort();
  const server = superviseServer({
    port: apiPort,
    inspect: values.inspect,
    environment: {
      ...process.env,
      NODE_ENV: 'development',
      // The web's server stands in front and listens where npm start would.
      HOST: '127.0.0.1',
      PORT: String(apiPort),
      ...publicUrls(),
      CONSOLE_URL: consoleUrl,
      LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
    },
  });
  opened.push(server);
  opened.push(await serveWeb({ port, host: process.env.HOST || '127.0.0.1', apiPort, server, consoleUrl }));
  opened.push(watchSources(() => server.restart()));
} catch (error) {
  const reason =
    error.code === 'EADDRINUSE' ? `port ${port} is taken, PORT=… chooses another` : error.message;
  console.error(`npm run dev could not start: ${reason}`);
  await stop(1);
}

/** The last opened first: the database ends after everything that uses it. */
function stop(code) {
  stopping ??= (async () => {
    for (const each of opened.toReversed()) await each.stop();
    process.exit(code);
  })();
  return stopping;
}

/** Of each country's site, where the web's server stands. */
function publicUrls() {
  return Object.fromEntries(
    COUNTRIES.map((code) => [
      `PUBLIC_URL_${code}`,
      process.env[`PUBLIC_URL_${code}`] || localUrlOf(code, port),
    ]),
  );
}
