import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';

import { createServer as createVite } from 'vite';

import { ROOT } from '../install.mjs';

/** Paths of the API. Whole folders only: `/api.ts` is a module of the web. */
const CALLS = '^/(api|vendors-api|sandbox|healthz|readyz)([/?]|$)';

/**
 * The web and the console with hot reload on `port`, in front of the server, each on its hosts. Calls wait while the
 * server restarts.
 * @throws Error when the port is taken
 */
export async function serveWeb({ port, host, apiPort, server, consoleUrl }) {
  const http = createServer((request, response) => void handle(request, response));
  const consoleHost = new URL(consoleUrl).host;
  const [web, staff] = [
    await viteOf('vite.config.ts', '/hmr'),
    await viteOf('vite.console.config.ts', '/hmr-console'),
  ];
  http.listen(port, host);
  await once(http, 'listening');
  return {
    async stop() {
      await Promise.all([web.close(), staff.close()]);
      http.closeAllConnections();
      http.close();
    },
  };

  /** @param hotPath where the pages of this one hear of changes: both listen on one server */
  function viteOf(config, hotPath) {
    return createVite({
      configFile: join(ROOT, config),
      server: {
        // With an HTTP server of its own Vite would end this process at SIGTERM, before server and database.
        middlewareMode: { server: http },
        hmr: { server: http, path: hotPath },
        // The host is kept: it names the country, or the console.
        proxy: { [CALLS]: { target: `http://127.0.0.1:${apiPort}`, changeOrigin: false } },
        // DATA_DIR holds secrets and photos, and may be inside the repository.
        fs: { strict: true, allow: [join(ROOT, 'src'), join(ROOT, 'node_modules')] },
      },
      clearScreen: false,
      logLevel: 'warn',
    });
  }

  async function handle(request, response) {
    if (!new RegExp(CALLS).test(request.url) || (await server.ready())) {
      (request.headers.host === consoleHost ? staff : web).middlewares(request, response);
      return;
    }
    response.writeHead(503, { 'Content-Type': 'text/plain; charset=utf-8' });
    response.end('The server did not start; the terminal of npm run dev says why.\n');
  }
}
