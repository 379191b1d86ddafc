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
import { inlineCode } from './inline-code.ts';

/** A call as a page makes it. */
interface FirstCall {
  readonly key: CallKey;
  /** Nothing is drawn without its answer. */
  readonly isNeeded: boolean;
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** Renderer that the web build provides (src/web/prerender.tsx). */
interface PageRenderer {
  /** The calls that the page of a path makes first; none where nothing is drawn. */
  firstCallsOf(path: string, isLoggedIn: boolean): readonly FirstCall[];
  /** @param answers to those calls, in their order; undefined where there was none */
  renderAnswered(
    path: string,
    country: CountryCode,
    answers: readonly (object | undefined)[],
  ): Promise<DrawnParts>;
}

/** A page for one person, and the code that its frame was built with (inline-code.ts). */
interface DrawnPage {
  readonly html: string;
  readonly code: readonly string[];
}

/** A page comes without its answer rather than late: then it asks by itself. */
const longestMs = 1_000;
/** Marks of a campaign; what else a query asks for is the page's own to do. */
const campaign = /^utm(_\w+)?$/;
/** Says that this browser has a session, and nothing else (src/web/session.ts). */
const sessionMark = /(?:^|;\s*)cuota-session=1(?:;|$)/;
/** Headers that identify the caller and the host, so that the call equals the page's own. */
const passedOn = ['host', 'user-agent', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];

/**
 * Pages that bring the answer to their first question (decision 0079). The question is the page's own call, made through
 * the same routes, so that its rights, limits and counts are the same; anything but a success leaves the page to ask by
 * itself.
 * @param root of the web's build
 * @returns undefined where the build has nothing to draw with
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
      request.log.error({ err: error, requestId: request.id }, 'a page could not be drawn with its answer');
      return undefined;
    }
  }

  return {
    /** The page of a name for a person without a session; undefined where it has to come without its answer. */
    async page(request: FastifyRequest, country: CountryCode, name: string): Promise<DrawnPage | undefined> {
      const frame = frames.get(`${country}/${name}`);
      const path = frame && isOpenedByPerson(request) ? pathOf(request) : undefined;
      const parts = path === undefined ? undefined : await draw(request, country, path);
      return frame && parts && { html: fill(frame.html, parts), code: frame.code };
    },
    /** Parts that src/web/boot.ts puts into a logged-in customer's page, for the token it sends. */
    async parts(request: FastifyRequest, country: CountryCode): Promise<DrawnParts | undefined> {
      const token = bearer.exec(request.headers.authorization ?? '')?.groups?.['token'];
      const path = pathOf(request)?.slice(DRAWN.length);
      if (request.method !== 'GET' || token === undefined || path === undefined) return undefined;
      return draw(request, country, path, token);
    },
  };
}

const bearer = /^Bearer (?<token>\S+)$/;

/** The pages to be filled, by country and name. */
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
 * A page opened by a person and, as far as the browser says, without a session: not a picture or frame of
 * another page, not a messenger's preview, and not a prefetch. Calls that use up a challenge against guessing
 * are made for such pages only.
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

/** The path, unless the query asks for more than a campaign notes. */
function pathOf(request: FastifyRequest): string | undefined {
  const { pathname, searchParams } = new URL(request.url, 'http://site');
  return [...searchParams.keys()].every((name) => campaign.test(name)) ? pathname : undefined;
}

/** Makes a page's call as its browser would: through the routes, from the same address, with the session it has. */
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

  /** Service token, free to every page, for reading offers. */
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
/** In JSON these characters occur inside strings only, so they may be escaped: nothing ends the block. */
const escapeJson = (json: string) =>
  json.replaceAll(/[<>&]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** In one pass, so that nothing that was put in is taken for a place. */
function fill(frame: string, page: { html: string; title: string; data: string }): string {
  const parts = { title: escapeText(page.title), app: page.html, answer: escapeJson(page.data) };
  return frame.replaceAll(/<!--(title|app|answer)-->/g, (_mark, name: keyof typeof parts) => parts[name]);
}
