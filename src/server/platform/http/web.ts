import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { countryOfHost } from '../../../countries/index.ts';

const year = 31_536_000;
/** Pages whose address carries a secret or a person's document are never kept nor sent on as referrer. */
const apiPrefixes = ['/api/', '/vendors-api/', '/sandbox/'];

/**
 * Serves the built web: hashed assets for ever, everything else as the page of its country, taken from
 * what was rendered at build time where there is such a page.
 */
export async function serveWeb(app: FastifyInstance, root: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: join(root, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: year * 1000,
    decorateReply: true,
    index: false,
  });
  await app.register(fastifyStatic, {
    root: join(root, 'static'),
    prefix: '/static/',
    preCompressed: true,
    maxAge: 3_600_000,
    decorateReply: false,
    index: false,
  });
  const pages = await loadPages(root);
  app.get('/*', (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    if (apiPrefixes.some((prefix) => path.startsWith(prefix))) return reply.callNotFound();
    const page = pages.get(`${countryOfHost(request.host)}${path}`) ?? pages.get(countryOfHost(request.host)) ?? pages.get('');
    return reply.type('text/html; charset=utf-8').header('Cache-Control', 'no-cache').send(page);
  });
}

/** Pages by country and path; '' is the page that any other path gets. */
async function loadPages(root: string): Promise<Map<string, string>> {
  const pages = new Map<string, string>([['', await readFile(join(root, 'index.html'), 'utf8')]]);
  for (const country of ['AR', 'UY']) {
    const folder = join(root, 'html', country);
    if (!existsSync(folder)) continue;
    for (const file of await readdir(folder)) {
      if (file.endsWith('.html')) pages.set(`${country}/${file.slice(0, -'.html'.length)}`, await readFile(join(folder, file), 'utf8'));
    }
  }
  return pages;
}
