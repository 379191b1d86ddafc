import type { FastifyHelmetOptions } from '@fastify/helmet';

/** What pages may load from others, as sources of a content security policy; empty unless configured. */
export interface ForeignCode {
  readonly connect: readonly string[];
  readonly script: readonly string[];
  readonly frame: readonly string[];
  readonly style: readonly string[];
  /** A login provider's window must be able to answer the page that opened it. */
  readonly opensPopups: boolean;
}

/**
 * Headers of every answer, errors included (docs/security.md#headers): a policy without inline code and
 * without other people's scripts, no framing, no sniffing, no referrer to other sites.
 */
export function securityHeaders(options: {
  readonly isBehindTls: boolean;
  readonly foreign: ForeignCode;
}): FastifyHelmetOptions {
  const { foreign } = options;
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        baseUri: ["'none'"],
        connectSrc: ["'self'", ...foreign.connect],
        fontSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(foreign.frame.length > 0 ? { frameSrc: [...foreign.frame] } : {}),
        imgSrc: ["'self'", 'blob:', 'data:'],
        // The payment dialog's video.
        mediaSrc: ["'self'"],
        manifestSrc: ["'self'"],
        scriptSrc: ["'self'", ...foreign.script],
        styleSrc: ["'self'", ...foreign.style],
        workerSrc: ["'self'"],
        ...(options.isBehindTls ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    hsts: options.isBehindTls ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: foreign.opensPopups ? 'same-origin-allow-popups' : 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  };
}
