import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DRAWN } from '../../../contract/drawn.ts';
import { COUNTRIES, type CountryCode } from '../../../countries/countries.ts';
import { countryOfHost } from '../../../countries/index.ts';
import { areNamedByPage, withCountry, type Sites } from '../sites/sites.ts';
import { answeredPages } from './first-answer.ts';
import { type InlineCode, inlineCode, policyWith } from './inline-code.ts';
import { CONSOLE_ASSETS, isConsoleHost, isOfPage } from './console-host.ts';

interface PageReports {
  readonly dsn: string;
  readonly environment: string;
}

/** Name of the module in the build's manifest. */
const reporterModule = 'error-reports/main.ts';

/**
 * Adds the error reporting script to a page, loaded after its first paint if the page has one without a
 * script (src/web/boot.ts). Pages are built without it, so that installations without reporting load nothing
 * of it.
 * @param root folder of the build
 */
export function withErrorScript(root: string, { dsn, environment }: PageReports): (html: string) => string {
  const list = join(root, '.vite', 'manifest.json');
  const built = existsSync(list)
    ? (JSON.parse(readFileSync(list, 'utf8')) as Record<string, { file: string } | undefined>)
    : {};
  const file = built[reporterModule]?.file;
  if (file === undefined) throw new Error(`the build in ${root} has no ${reporterModule}`);
  const meta = `    <meta name="error-reports" content="${dsn}" data-environment="${environment}">\n`;
  const script = `    <script type="module" async fetchpriority="low" crossorigin src="/${file}"></script>\n`;
  return (html) => {
    const late = html.replace(' data-entries="', ` data-entries="/${file} `);
    const added = late === html ? meta + script : meta;
    return late.replace(/ *<\/head>/, (end) => added + end);
  };
}

const yearMs = 31_536_000_000;
/** In order of preference. */
const encodings = ['br', 'gzip'] as const;
const suffixes = { br: '.br', gzip: '.gz' } as const;

/** Page as sent, plain and compressed, with the inline code its policy allows. */
type Page = Readonly<
  Partial<Record<(typeof encodings)[number], Buffer>> & { plain: Buffer; code: InlineCode }
>;

/** Build folders; undefined if a build is missing or not served. */
export interface WebRoots {
  readonly borrowers: string | undefined;
  /** Absent if the pages report no errors. */
  readonly reports?: PageReports | undefined;
  readonly console: { readonly root: string; readonly url: string } | undefined;
}

/** Serves the pages of each host: the console's on its own, the borrowers' on all others. */
export async function serveWeb(app: FastifyInstance, roots: WebRoots, sites: Sites): Promise<void> {
  const borrowersPage =
    roots.borrowers === undefined
      ? undefined
      : await serveBorrowers(app, roots.borrowers, sites, roots.reports);
  const consolePage = roots.console && (await serveConsole(app, roots.console.root));
  app.get('/*', (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    if (!isOfPage(path)) return reply.callNotFound();
    if (isConsoleHost(request, roots.console?.url) && consolePage)
      return send(request, reply.type('text/html; charset=utf-8').headers(consoleHeaders), consolePage);
    return borrowersPage ? borrowersPage(request, reply, path) : reply.callNotFound();
  });
}

/**
 * Excludes third-party code, even if the borrowers' pages allow some (a login provider's, a support chat's).
 */
const consoleHeaders = {
  'Content-Security-Policy':
    "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none';connect-src 'self';" +
    "font-src 'self';img-src 'self' blob: data:;script-src 'self';style-src 'self'",
  'Cross-Origin-Opener-Policy': 'same-origin',
};

async function serveConsole(app: FastifyInstance, root: string): Promise<Page> {
  await serveAssets(app, join(root, CONSOLE_ASSETS), CONSOLE_ASSETS);
  return loadPage(join(root, 'index.html'));
}

/**
 * Serves the web build: hashed assets are cached forever; every other address gets the page of its country,
 * prerendered if there is such a page.
 */
async function serveBorrowers(
  app: FastifyInstance,
  root: string,
  sites: Sites,
  reports: PageReports | undefined,
) {
  const change = changeOf(root, sites, reports);
  await serveAssets(app, join(root, 'assets'), '/assets/');
  await serveLogos(app, join(root, 'logos'));
  const shells = await loadShells(join(root, 'index.html'), change);
  const pages = await loadPages(join(root, 'html'), change);
  const rootFiles = await loadRootFiles(root);
  const answered = await answeredPages(app, root, change);
  return async (request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> => {
    const file = rootFiles.get(path);
    if (file) return send(request, reply.type('application/json; charset=utf-8'), file);
    const country = countryOfHost(request.host, sites);
    if (path.startsWith(`${DRAWN}/`)) {
      const parts = await answered?.parts(request, country);
      return sendOnce(request, reply.type('application/json; charset=utf-8'), parts && JSON.stringify(parts));
    }
    const drawn = await answered?.page(request, country, anyName(path));
    if (drawn !== undefined)
      return sendOnce(request, allow(reply, drawn.code).type('text/html; charset=utf-8'), drawn.html);
    const page = pageOf(pages, country, path) ?? shells[country];
    return send(request, reply.type('text/html; charset=utf-8'), page);
  };
}

/** Rewrites a page for a country; undefined if the built page is served unchanged. */
type Change = ((html: string, country: string) => string) | undefined;

function changeOf(root: string, sites: Sites, reports: PageReports | undefined): Change {
  const addScript = reports && withErrorScript(root, reports);
  const isNamed = areNamedByPage(sites);
  if (!addScript && !isNamed) return undefined;
  return (html, country) => {
    const named = isNamed ? withCountry(html, country) : html;
    return addScript ? addScript(named) : named;
  };
}

/** Page for addresses without one of their own. */
async function loadShells(file: string, change: Change): Promise<Readonly<Record<CountryCode, Page>>> {
  const shells = COUNTRIES.map(async (code): Promise<[string, Page]> => [
    code,
    await loadPage(file, change && ((html) => change(html, code))),
  ]);
  return Object.fromEntries(await Promise.all(shells)) as Record<CountryCode, Page>;
}

/** Serves hashed assets: their names derive from their content. */
async function serveAssets(app: FastifyInstance, root: string, prefix: string): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    prefix,
    preCompressed: true,
    immutable: true,
    maxAge: yearMs,
    index: false,
    decorateReply: false,
  });
}

const policyHeader = 'Content-Security-Policy';

function allow(reply: FastifyReply, code: InlineCode): FastifyReply {
  return reply.header(policyHeader, policyWith(String(reply.getHeader(policyHeader)), code));
}

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) };
/** Fast compression levels, because the result serves one person only. */
const quick = { br: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }, gzip: { level: 4 } };

/** Sends a response about one person, or an empty one, which no cache may store. */
async function sendOnce(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string | undefined,
): Promise<FastifyReply> {
  void reply.header('Cache-Control', 'private, no-store');
  if (text === undefined) return reply.status(204).send();
  const accepted = request.headers['accept-encoding'] ?? '';
  const encoding = encodings.find((name) => accepted.includes(name));
  const body =
    encoding === 'br'
      ? await compress.br(text, quick.br)
      : encoding === 'gzip'
        ? await compress.gzip(text, quick.gzip)
        : text;
  return reply.headers(encoding ? { 'Content-Encoding': encoding } : {}).send(body);
}

/**
 * Sends a page in the best encoding that the browser accepts. Its content can change at the same address, so
 * it is revalidated.
 */
function send(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  const accepted = request.headers['accept-encoding'] ?? '';
  const encoding = encodings.find((name) => accepted.includes(name) && page[name]);
  return allow(reply, page.code)
    .header('Cache-Control', 'no-cache')
    .header('Vary', 'Accept-Encoding, Host')
    .headers(encoding ? { 'Content-Encoding': encoding } : {})
    .send(encoding ? page[encoding] : page.plain);
}

/** Files served from the site's root under their own names, such as the offer's animation, by path. */
async function loadRootFiles(root: string): Promise<Map<string, Page>> {
  const names = (await readdir(root)).filter((name) => name.endsWith('.json'));
  const files = names.map(async (name): Promise<[string, Page]> => [
    `/${name}`,
    await loadPage(join(root, name)),
  ]);
  return new Map(await Promise.all(files));
}

const dayMs = 86_400_000;

/** Serves logos of payment methods, cached for a day, because a picture may change under the same name. */
async function serveLogos(app: FastifyInstance, root: string): Promise<void> {
  if (!existsSync(root)) return;
  await app.register(fastifyStatic, {
    root,
    prefix: '/logos/',
    preCompressed: true,
    maxAge: dayMs,
    index: false,
    decorateReply: false,
  });
}

/** Page of a path; `a-any` serves every `/a/…` without a page of its own. */
function pageOf(pages: ReadonlyMap<string, Page>, country: string, path: string): Page | undefined {
  return pages.get(`${country}/${pageName(path)}`) ?? pages.get(`${country}/${anyName(path)}`);
}

/** File for all addresses below the first path segment: '/a/b/c' has a-any. */
function anyName(path: string): string {
  return `${path.split('/')[1]?.toLowerCase() ?? ''}-any`;
}

/** File that the build creates for a path: '/' is index, '/a/b' is a-b. */
function pageName(path: string): string {
  return path.replaceAll(/^\/|\/$/g, '').replaceAll('/', '-') || 'index';
}

async function loadPages(folder: string, change: Change): Promise<Map<string, Page>> {
  const pages = new Map<string, Page>();
  if (!existsSync(folder)) return pages;
  for (const country of await readdir(folder)) {
    for (const file of await readdir(join(folder, country))) {
      if (!file.endsWith('.html')) continue;
      const name = `${country}/${file.slice(0, -'.html'.length)}`;
      pages.set(
        name,
        await loadPage(join(folder, country, file), change && ((html) => change(html, country))),
      );
    }
  }
  return pages;
}

/** @param change rewrites the page, which is then compressed here instead of at build time */
async function loadPage(file: string, change?: (html: string) => string): Promise<Page> {
  const text = await readFile(file, 'utf8');
  const code = inlineCode(text);
  if (change) {
    const plain = Buffer.from(change(text));
    return { plain, code, br: brotliCompressSync(plain), gzip: gzipSync(plain) };
  }
  const page: { plain: Buffer; code: InlineCode; br?: Buffer; gzip?: Buffer } = {
    plain: Buffer.from(text),
    code,
  };
  for (const encoding of encodings) {
    const compressed = file + suffixes[encoding];
    if (existsSync(compressed)) page[encoding] = await readFile(compressed);
  }
  return page;
}
