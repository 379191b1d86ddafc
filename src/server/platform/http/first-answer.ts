import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CallKey } from '../../../contract/contract.ts';
import { DRAWN, type DrawnParts } from '../../../contract/drawn.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { COUNTRIES } from '../../../countries/countries.ts';
import { type InlineCode, inlineCode } from './inline-code.ts';

/** Call that a page makes when it loads. */
interface FirstCall {
  readonly key: CallKey;
  /** The page is not rendered without this response. */
  readonly isNeeded: boolean;
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** Renderer that the web build provides (src/web/prerender.tsx). */
interface PageRenderer {
  /** Calls that a page makes first; none if the page is not rendered on the server. */
  firstCallsOf(path: string, isLoggedIn: boolean): readonly FirstCall[];
  /** @param answers responses to those calls, in their order; undefined for one that failed */
  renderAnswered(
    path: string,
    country: CountryCode,
    answers: readonly (object | undefined)[],
  ): Promise<DrawnParts>;
}

/** Page rendered for one person, and the inline code of its template (inline-code.ts). */
interface DrawnPage {
  readonly html: string;
  readonly code: InlineCode;
}

/** Longest rendering time. A slower page is sent without responses and loads them itself. */
const longestMs = 1_000;
/** Campaign parameters. Pages with other query parameters are not rendered on the server. */
const campaign = /^utm(_\w+)?$/;
/** Cookie that only says that this browser has a session (src/web/session.ts). */
const sessionMark = /(?:^|;\s*)cuota-session=1(?:;|$)/;
/** Headers that identify caller and host, so that the call equals the one the page would make. */
const passedOn = ['host', 'user-agent', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];

/**
 * Renders pages together with the responses to their first calls (decision 0079). The calls go through the
 * same routes as the page's own, so rights, limits and counts are the same. Without a success, the page makes
 * the call itself.
 * @param root folder of the web build
 * @returns undefined if the build has no renderer
 */
export async function answeredPages(
  app: FastifyInstance,
  root: string,
  change?: (html: string, country: string) => string,
) {
  const folder = join(root, 'render');
  const program = join(folder, 'prerender.js');
  if (!existsSync(program)) return undefined;
  const renderer = (await import(pathToFileURL(program).href)) as PageRenderer;
  const frames = await loadFrames(folder, change);
  const ask = asker(app);

  async function draw(
    request: FastifyRequest,
    country: CountryCode,
    path: string,
    token?: string,
  ): Promise<DrawnParts | undefined> {
    try {
      const calls = renderer.firstCallsOf(path, token !== undefined);
      const answers = await Promise.all(calls.map((call) => ask(call, request, token)));
      const isLacking = calls.some(({ isNeeded }, index) => isNeeded && !answers[index]);
      if (calls.length === 0 || isLacking) return undefined;
      return await renderer.renderAnswered(path, country, answers);
    } catch (error) {
      request.log.error(
        { err: error, requestId: request.id },
        'a page could not be rendered with its first responses',
      );
      return undefined;
    }
  }

  return {
    /** Renders a page for a person without a session; undefined if it has to be sent without responses. */
    async page(request: FastifyRequest, country: CountryCode, name: string): Promise<DrawnPage | undefined> {
      const frame = frames.get(`${country}/${name}`);
      const path = frame && isOpenedByPerson(request) ? pathOf(request) : undefined;
      const parts = path === undefined ? undefined : await draw(request, country, path);
      return frame && parts && { html: fill(frame.html, parts), code: frame.code };
    },
    /** Parts that src/web/boot.ts inserts into a logged-in customer's page, for the token it sends. */
    async parts(request: FastifyRequest, country: CountryCode): Promise<DrawnParts | undefined> {
      const token = bearer.exec(request.headers.authorization ?? '')?.groups?.['token'];
      const path = pathOf(request)?.slice(DRAWN.length);
      if (request.method !== 'GET' || token === undefined || path === undefined) return undefined;
      return draw(request, country, path, token);
    },
  };
}

const bearer = /^Bearer (?<token>\S+)$/;

/** Page templates, by country and name. */
async function loadFrames(
  folder: string,
  change: (html: string, country: string) => string = (html) => html,
): Promise<Map<string, DrawnPage>> {
  const frames = new Map<string, DrawnPage>();
  for (const country of COUNTRIES) {
    if (!existsSync(join(folder, country))) continue;
    for (const file of await readdir(join(folder, country))) {
      const html = await readFile(join(folder, country, file), 'utf8');
      const name = `${country}/${file.slice(0, -'.html'.length)}`;
      frames.set(name, { html: change(html, country), code: inlineCode(html) });
    }
  }
  return frames;
}

/**
 * Checks whether a person opened the page and, as far as the browser says, without a session: not a
 * subresource or frame, a messenger's preview or a prefetch. Only such pages may make calls that use up a
 * challenge against guessing.
 */
function isOpenedByPerson({ method, headers }: FastifyRequest): boolean {
  return (
    method === 'GET' &&
    headers['sec-fetch-dest'] === 'document' &&
    headers['sec-fetch-mode'] === 'navigate' &&
    headers['sec-purpose'] === undefined &&
    headers['purpose'] === undefined &&
    !sessionMark.test(headers.cookie ?? '')
  );
}

/** Path of the request; undefined if the query has more than campaign parameters. */
function pathOf(request: FastifyRequest): string | undefined {
  const { pathname, searchParams } = new URL(request.url, 'http://site');
  return [...searchParams.keys()].every((name) => campaign.test(name)) ? pathname : undefined;
}

/**
 * Makes a page's call as its browser would: through the routes, from the same address, with the same session.
 */
function asker(app: FastifyInstance) {
  async function send(
    { key, params = {}, body }: Omit<FirstCall, 'isNeeded'>,
    request: FastifyRequest,
    token?: string,
  ) {
    const [method, path] = key.split(' ') as ['GET' | 'POST', string];
    const headers = Object.fromEntries(
      passedOn.flatMap((name) => {
        const value = request.headers[name];
        return value === undefined ? [] : [[name, value]];
      }),
    );
    const answer = await app.inject({
      method,
      url: path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(params[name] ?? '')),
      remoteAddress: request.socket.remoteAddress ?? '',
      headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
      ...(body && { payload: body }),
    });
    return answer.statusCode === 200 ? answer.json<object>() : undefined;
  }

  /** Service token for reading offers, which any page may get. */
  async function serviceToken(request: FastifyRequest): Promise<string | undefined> {
    const answer = await send({ key: 'POST /vendors-api/v2/token/creditrisk', body: {} }, request);
    return (answer as { result: { token: string } } | undefined)?.result.token;
  }

  return async function ask(
    call: FirstCall,
    request: FastifyRequest,
    session?: string,
  ): Promise<object | undefined> {
    const answered = call.key.includes(' /vendors-api/')
      ? serviceToken(request).then((token) => (token ? send(call, request, token) : undefined))
      : send(call, request, session);
    const late = new AbortController();
    try {
      return await Promise.race([answered, pause(longestMs, undefined, { signal: late.signal })]);
    } finally {
      late.abort();
      answered.catch(() => undefined);
    }
  };
}

const escaped = { '&': '&amp;', '<': '&lt;', '>': '&gt;' } as const;
const escapeText = (text: string) =>
  text.replaceAll(/[&<>]/g, (sign) => escaped[sign as keyof typeof escaped]);
/**
 * These characters occur only inside JSON strings, so escaping them keeps the value and cannot close the
 * script block.
 */
const escapeJson = (json: string) =>
  json.replaceAll(/[<>&]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Fills the template in one pass, so that inserted text is never taken for a placeholder. */
function fill(frame: string, page: { html: string; title: string; data: string }): string {
  const parts = { title: escapeText(page.title), app: page.html, answer: escapeJson(page.data) };
  return frame.replaceAll(/<!--(title|app|answer)-->/g, (_mark, name: keyof typeof parts) => parts[name]);
}
