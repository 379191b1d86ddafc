/**
 * Adds the W3C header `traceparent` to calls of our own server, so that the server's work and its jobs belong to the
 * page's trace. All traces are sampled.
 */
export function traceCalls(
  window: Pick<typeof globalThis, 'fetch' | 'XMLHttpRequest'> & { readonly location: Location },
  traceId: string,
  randomSpan: () => string,
): void {
  const { origin } = window.location;
  const isOurs = (address: string) =>
    /^\/(?:api|vendors-api)\//.test(address) || /^\/(?:api|vendors-api)\//.test(after(origin, address));
  const header = () => `00-${traceId}-${randomSpan()}-01`;
  const ask = window.fetch;
  window.fetch = (input, init) => {
    if (typeof input !== 'string' || !isOurs(input)) return ask.call(window, input, init);
    const headers = new Headers(init?.headers);
    headers.set('traceparent', header());
    return ask.call(window, input, { ...init, headers });
  };
  const { prototype } = window.XMLHttpRequest;
  const open = Object.getOwnPropertyDescriptor(prototype, 'open')?.value as XMLHttpRequest['open'];
  prototype.open = new Proxy(open, {
    apply(target, request: XMLHttpRequest, given: [string, string | URL]) {
      Reflect.apply(target, request, given);
      if (isOurs(String(given[1]))) request.setRequestHeader('traceparent', header());
    },
  });
}

const after = (origin: string, address: string) =>
  address.startsWith(`${origin}/`) ? address.slice(origin.length) : '';
