import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import fastify from 'fastify';

/** External sources that pages may load, for the content security policy; empty unless configured. */
export interface ForeignCode {
  readonly connect: readonly string[];
  readonly script: readonly string[];
  readonly frame: readonly string[];
  readonly style: readonly string[];
  /** A login provider's window has to reach the page that opened it. */
  readonly opensPopups: boolean;
}

interface SecurityOptions {
  readonly isBehindTls: boolean;
  readonly foreign: ForeignCode;
}

/**
 * Headers of every response, errors included (docs/security.md#headers): a policy without inline code or
 * third-party scripts, no framing, no sniffing, no referrer to other sites. Equal for all responses, so they
 * are built once, from a dummy response.
 */
export async function securityHeaders(options: SecurityOptions): Promise<Readonly<Record<string, string>>> {
  const app = fastify();
  await app.register(helmet, policyOf(options));
  app.get('/', (_request, reply) => reply.status(204).send());
  const { headers } = await app.inject('/');
  await app.close();
  const ofTransport = new Set(['date', 'connection', 'content-length']);
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      ofTransport.has(name) || value === undefined ? [] : [[name, String(value)]],
    ),
  );
}

function policyOf(options: SecurityOptions): FastifyHelmetOptions {
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
        // For the payment dialog's video.
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
