import type { FastifyHelmetOptions } from '@fastify/helmet';

/**
 * Headers of every answer, errors included (security list, line 26): a policy without inline code and
 * without other people's scripts, no framing, no sniffing, no referrer to other sites.
 */
export function securityHeaders(options: {
  readonly isBehindTls: boolean;
  readonly connectTo: readonly string[];
  readonly widgetsFrom: readonly string[];
}): FastifyHelmetOptions {
  const { connectTo, widgetsFrom } = options;
  // The only widget there is, Chatwoot's, writes a style element of its own into the page.
  const widgetStyles = widgetsFrom.length > 0 ? ["'unsafe-inline'"] : [];
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        baseUri: ["'none'"],
        connectSrc: ["'self'", ...connectTo, ...widgetsFrom],
        fontSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(widgetsFrom.length > 0 ? { frameSrc: [...widgetsFrom] } : {}),
        imgSrc: ["'self'", 'blob:', 'data:'],
        manifestSrc: ["'self'"],
        scriptSrc: ["'self'", ...widgetsFrom],
        styleSrc: ["'self'", ...widgetStyles],
        ...(options.isBehindTls ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    hsts: options.isBehindTls ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  };
}
