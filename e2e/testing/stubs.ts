import type { CDPSession, Page, Request, Route } from 'playwright-core';
import { DRAWN } from '../../src/contract/drawn.ts';

type Matcher = Parameters<Page['route']>[0];
type Handler = (route: Route, request: Request) => unknown;
type Fulfilment = NonNullable<Parameters<Route['fulfill']>[0]>;

interface Stub {
  readonly url: Matcher;
  readonly handler: Handler;
  /** Of the browser; wider than `url`, which is looked at again. */
  readonly pattern: string;
  /** How many requests it still answers. */
  left: number;
}

/** A request that the browser holds until it is told how it goes on. */
interface Held {
  readonly id: string;
  readonly request: Request;
  readonly cdp: CDPSession;
}

/**
 * Has `page.route` hold the requests of its own address and no others. Playwright's holds every request and switches
 * the cache off, so that each page loads and compiles all its files anew: two thirds more work for a page. Of a
 * route there is what tests use: `fulfill`, `abort`, `continue`, `fallback` and what the request is.
 */
export function stubByAddress(page: Page, baseUrl: string): void {
  const stubs: Stub[] = [];
  const patterns = new Set<string>();
  let opened: Promise<CDPSession> | undefined;
  const open = async () => {
    const cdp = await page.context().newCDPSession(page);
    cdp.on('Fetch.requestPaused', ({ requestId: id, request, resourceType }) => {
      const held = { id, request: requestOf(request, resourceType), cdp };
      const wanted = stubs.filter(({ url }) => matches(url, request.url, baseUrl));
      void hand(held, wanted, (stub) => stubs.splice(stubs.indexOf(stub), 1));
    });
    return cdp;
  };
  Object.assign(page, {
    async route(url: Matcher, handler: Handler, { times = Infinity }: { times?: number } = {}) {
      const stub = { url, handler, pattern: patternOf(url), left: times };
      opened ??= open();
      const cdp = await opened;
      await askBySelf(page, baseUrl);
      stubs.unshift(stub);
      if (!stubs.some(({ url: each }) => each === drawnPages)) stubs.push(undrawn);
      if (patterns.has(stub.pattern)) return;
      patterns.add(stub.pattern).add(undrawn.pattern);
      await cdp.send('Fetch.enable', { patterns: Array.from(patterns, (urlPattern) => ({ urlPattern })) });
    },
    unroute: async (url: Matcher, handler?: Handler) => {
      const kept = stubs.filter((stub) => stub.url !== url || (handler && stub.handler !== handler));
      stubs.splice(0, stubs.length, ...kept);
    },
    unrouteAll: async () => void stubs.splice(0),
  });
}

/** What the server draws for who is logged in: it would not ask for what a test answers itself. */
export const drawnPages = `**${DRAWN}/**`;
const undrawn: Stub = {
  url: drawnPages,
  handler: (route) => route.fulfill({ status: 204 }),
  pattern: `*${DRAWN}/*`,
  left: Infinity,
};

/** A page that brought its first answer would not ask for it, and so would never meet the stub. */
async function askBySelf(page: Page, url: string): Promise<void> {
  await page.context().addCookies([{ name: 'cuota-session', value: '1', url }]);
}

/** The newest stub answers; what it leaves to the others is the next one's. */
async function hand(
  held: Held,
  [stub, ...others]: readonly Stub[],
  end: (stub: Stub) => void,
): Promise<void> {
  const { id: requestId, request, cdp } = held;
  if (!stub) return tell(cdp.send('Fetch.continueRequest', { requestId }));
  stub.left -= 1;
  if (stub.left === 0) end(stub);
  const route = {
    request: () => request,
    fulfill: (given: Fulfilment = {}) =>
      tell(cdp.send('Fetch.fulfillRequest', { requestId, ...answerOf(given) })),
    abort: () => tell(cdp.send('Fetch.failRequest', { requestId, errorReason: 'Failed' })),
    continue: () => tell(cdp.send('Fetch.continueRequest', { requestId })),
    fallback: () => hand(held, others, end),
  };
  await stub.handler(route as unknown as Route, request);
}

/** A page that has gone on, or is closed, has given its requests up. */
const tell = (told: Promise<unknown>): Promise<void> =>
  told.then(
    () => undefined,
    () => undefined,
  );

function answerOf({ status = 200, headers = {}, json, body, contentType }: Fulfilment) {
  const type = contentType ?? (json === undefined ? undefined : 'application/json');
  const all = { ...(type === undefined ? {} : { 'content-type': type }), ...headers };
  return {
    responseCode: status,
    responseHeaders: Object.entries(all).map(([name, value]) => ({ name, value })),
    body: Buffer.from(json === undefined ? (body ?? '') : JSON.stringify(json)).toString('base64'),
  };
}

/** As tests look at it. */
function requestOf(
  given: {
    readonly url: string;
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly postData?: string;
  },
  resourceType: string,
): Request {
  const headers = Object.entries(given.headers).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    url: () => given.url,
    method: () => given.method,
    headers: () => Object.fromEntries(headers),
    postDataJSON: () => JSON.parse(given.postData ?? 'null'),
    resourceType: () => resourceType.toLowerCase(),
  } as unknown as Request;
}

const patternOf = (url: Matcher): string =>
  typeof url === 'string' ? url.replaceAll(/\*+/g, '*').replace(/^\//, '*/') : '*';

function matches(matcher: Matcher, url: string, baseUrl: string): boolean {
  if (typeof matcher === 'function') return matcher(new URL(url));
  if (typeof matcher !== 'string') return matcher.test(url);
  const whole = matcher.startsWith('/') ? baseUrl + matcher : matcher;
  const source = whole
    .split('**')
    .map((part) =>
      part
        .split('*')
        .map((words) => RegExp.escape(words))
        .join('[^/]*'),
    )
    .join('.*');
  return new RegExp(`^${source}$`).test(url);
}
