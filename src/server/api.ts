import type { FastifyInstance } from 'fastify';
import type { CallKey } from '../contract/contract.ts';
import { byCountry } from '../countries/countries.ts';
import { accountRoutes } from './origination/accounts/routes.ts';
import { createAccount } from './origination/accounts/service.ts';
import { cancellationRequestRoutes } from './servicing/cancellations/routes.ts';
import { claimRoutes } from './origination/claims/routes.ts';
import { certificateRoutes } from './servicing/certificates/routes.ts';
import { contentRoutes } from './content/routes.ts';
import { contractRoutes } from './origination/agreements/routes.ts';
import { docketLink } from './origination/agreements/service.ts';
import { confirmationRoutes } from './origination/confirmation/routes.ts';
import type { Dependencies } from './dependencies.ts';
import { draftRoutes } from './customers/drafts/service.ts';
import { leadRoutes } from './origination/leads/routes.ts';
import { isServiceToken } from './origination/leads/service-token.ts';
import { cancellationRoutes } from './loans/cancellation.ts';
import { settleDueCreditOf } from './loans/books/service.ts';
import { invoiceRoutes } from './servicing/invoices/routes.ts';
import { loanChangeRoutes } from './loans/actions/routes.ts';
import { loanRoutes } from './loans/routes.ts';
import { collectionRoutes } from './servicing/collections/routes.ts';
import { membershipRoutes } from './servicing/memberships/routes.ts';
import { offerRoutes } from './origination/offers/routes.ts';
import { requestRenewal } from './origination/offers/service.ts';
import { countRequests, type Metrics } from './operations/metrics.ts';
import type { Readiness } from './operations/readiness.ts';
import { messageRoutes } from './messages/routes.ts';
import { operationRoutes } from './operations/routes.ts';
import { poolUseOf, transaction } from './platform/database.ts';
import type { Certificate } from './platform/tls/certificate.ts';
import { watchEventLoop } from './platform/http/event-loop.ts';
import { refuseEarly } from './platform/http/early-refusal.ts';
import { sendFailure } from './platform/http/envelope.ts';
import type { Tracer } from './platform/log/tracing.ts';
import { sitesOf } from './platform/sites/sites.ts';
import { configuredUrlOf } from './platform/public-url.ts';
import { createAdmission, type Admission } from './platform/http/load-limit.ts';
import { registerRoutes, type ConsoleOptions } from './platform/http/register.ts';
import { fail } from './platform/http/result.ts';
import type { Route } from './platform/http/route.ts';
import { securityHeaders, type ForeignCode } from './platform/http/security-headers.ts';
import { createServer } from './platform/http/server.ts';
import { serveWeb, type WebRoots } from './platform/http/web.ts';
import { feedRoutes } from './partners/events/routes.ts';
import { authenticateKey, keyRoutes } from './partners/keys/service.ts';
import { partnerLeadRoutes } from './partners/leads/service.ts';
import { referenceRoutes } from './partners/reference/page.ts';
import { paymentRoutes } from './servicing/payments/routes.ts';
import { ownDataRoutes } from './rights/routes.ts';
import { contactChangeRoutes } from './customers/contact-changes/routes.ts';
import { preferenceRoutes } from './customers/preferences/routes.ts';
import { profileRoutes } from './customers/profile/routes.ts';
import { referralRoutes } from './servicing/referrals/routes.ts';
import { referralLinkOf } from './servicing/referrals/service.ts';
import { authenticate } from './customers/sessions/service.ts';
import { sessionRoutes } from './customers/sessions/routes.ts';
import { settlementRoutes } from './servicing/early-closure/routes.ts';
import { authenticateStaff, LONGEST_HOURS } from './staff/team/service.ts';
import { staffRoutes } from './staff-routes.ts';
import { recodeImage } from './customers/profile/decoding.ts';
import { statementRoutes } from './servicing/statements/routes.ts';
import { withdrawalRoutes } from './servicing/withdrawals/routes.ts';
import { errorEndpointOf } from '../contract/error-envelope.ts';
import type { Config } from './platform/config.ts';
import { suggestionRoute } from './support/suggestions.ts';
import { ownTicketRoutes, type FileDependencies } from './support/tickets/service.ts';

/**
 * Sources that the content security policy allows for each configured provider; unconfigured ones are not
 * allowed.
 */
function foreignCode(
  config: Pick<
    Config,
    | 'SANDBOX'
    | 'PAYWAY_BASE_URL'
    | 'PAYWAY_PUBLIC_KEY'
    | 'CHATWOOT_BASE_URL'
    | 'GOOGLE_CLIENT_ID'
    | 'FACEBOOK_APP_ID'
    | 'SENTRY_DSN_WEB'
  >,
): ForeignCode {
  const parties: ForeignCode[] = [];
  // In the sandbox, cards go to our own server.
  if (config.PAYWAY_PUBLIC_KEY && !config.SANDBOX)
    parties.push({ ...nothing, connect: [originOf(config.PAYWAY_BASE_URL)] });
  if (config.CHATWOOT_BASE_URL) {
    const chat = [originOf(config.CHATWOOT_BASE_URL)];
    // Chatwoot's widget adds an inline style element to the page.
    parties.push({ ...nothing, connect: chat, script: chat, frame: chat, style: ["'unsafe-inline'"] });
  }
  if (config.GOOGLE_CLIENT_ID) {
    const google = ['https://accounts.google.com/gsi/'];
    const script = ['https://accounts.google.com/gsi/client'];
    const style = ['https://accounts.google.com/gsi/style'];
    parties.push({ connect: google, script, frame: google, style, opensPopups: true });
  }
  if (config.FACEBOOK_APP_ID) {
    const connect = ['https://*.facebook.com', 'https://*.facebook.net'];
    const script = ['https://connect.facebook.net'];
    parties.push({ ...nothing, connect, script, frame: ['https://*.facebook.com'], opensPopups: true });
  }
  if (config.SENTRY_DSN_WEB) {
    parties.push({ ...nothing, connect: [errorEndpointOf(config.SENTRY_DSN_WEB).origin] });
  }
  return {
    connect: parties.flatMap(({ connect }) => connect),
    script: parties.flatMap(({ script }) => script),
    frame: parties.flatMap(({ frame }) => frame),
    style: parties.flatMap(({ style }) => style),
    opensPopups: parties.some(({ opensPopups }) => opensPopups),
  };
}

const nothing: ForeignCode = { connect: [], script: [], frame: [], style: [], opensPopups: false };

const originOf = (url: string): string => new URL(url).origin;

interface Watched {
  readonly readiness: Readiness;
  /** Absent if metrics are off. */
  readonly metrics: Metrics | undefined;
  /** Absent if tracing is off. */
  readonly tracer: Tracer | undefined;
  /** Absent if the process speaks plain HTTP. */
  readonly certificate: Certificate | undefined;
}

/** API process: every route of the contract that this configuration serves, and the web. */
export async function createApi(
  deps: Dependencies,
  webRoots: WebRoots,
  { readiness, metrics, tracer, certificate }: Watched,
): Promise<FastifyInstance> {
  const { config } = deps;
  const publicUrlOf = byCountry((code) => configuredUrlOf(config, code));
  const publicUrls = Object.values(publicUrlOf).filter((url) => url !== undefined);
  const sites = config.CONSOLE_URL === undefined ? publicUrls : [...publicUrls, config.CONSOLE_URL];
  const httpsSites = sites.filter((url) => url.startsWith('https:'));
  const headers = await securityHeaders({
    isBehindTls: httpsSites.length > 0,
    foreign: foreignCode(config),
  });
  const app = await createServer({
    log: deps.log,
    trustProxy: config.trustProxy,
    consoleUrl: config.CONSOLE_URL,
    keepAliveSeconds: config.KEEP_ALIVE_SECONDS,
    httpsSites,
    certificate,
    ownHosts: publicUrls.map((url) => new URL(url).host),
    headers,
  });
  tracer?.watch(app);
  if (metrics) countRequests(app, metrics);
  const served: CallKey[] = [];
  // Imported only with the sandbox on.
  const sandbox = config.SANDBOX ? await import('./sandbox/routes.ts') : undefined;
  const routes = [...routesOf(deps, readiness, served), ...(sandbox?.sandboxRoutes(deps) ?? [])];
  served.push(...routes.map((route) => route.key));
  const admission = admissionTo(app, deps, metrics);
  refuseEarly(app.server, admission, headers);
  registerRoutes(app, routes, {
    admission,
    db: deps.db,
    clock: deps.clock,
    vault: deps.vault,
    channels: config.channels,
    sites: sitesOf(config),
    publicUrls: publicUrlOf,
    authenticate: (token, country) => authenticate(deps, token, country),
    isServiceToken: (token) => isServiceToken(deps, token),
    keys: { authenticate: (key, country) => authenticateKey(deps, key, country) },
    console: consoleOf(deps),
  });
  await sandbox?.serveIdentityProvider(app, deps);
  await serveWeb(app, webRoots, sitesOf(config));
  app.setNotFoundHandler((_request, reply) => sendFailure(reply, fail('not_found')));
  return app;
}

/** @param served calls that are served, filled in once all routes are known */
function routesOf(deps: Dependencies, readiness: Readiness, served: readonly CallKey[]): readonly Route[] {
  return [
    ...operationRoutes(readiness, () => served),
    ...sessionRoutes(deps, {
      loggedIn: (tx, customerId) => requestRenewal(tx, deps, customerId),
      createAccount: (tx, request) => createAccount(tx, deps, request),
    }),
    ...accountRoutes(deps),
    ...claimRoutes(deps),
    ...profileRoutes(deps),
    ...draftRoutes(deps),
    ...leadRoutes(deps),
    ...offerRoutes(deps),
    ...confirmationRoutes(deps, (customer) =>
      transaction(deps.db, (tx) => settleDueCreditOf(tx, deps, customer)),
    ),
    ...loanRoutes(deps, { docket: (loan) => docketLink(deps, loan), referral: referralLinkOf }),
    ...cancellationRoutes(deps),
    ...contractRoutes(deps),
    ...paymentRoutes(deps),
    ...settlementRoutes(deps),
    ...loanChangeRoutes(deps),
    ...invoiceRoutes(deps),
    ...certificateRoutes(deps),
    ...cancellationRequestRoutes(deps),
    ...withdrawalRoutes(deps),
    ...contactChangeRoutes(deps),
    ...preferenceRoutes(deps),
    ...collectionRoutes(deps),
    ...membershipRoutes(deps),
    ...messageRoutes(deps),
    ...contentRoutes(deps),
    ...supportRoutes({ ...deps, recodeImage }),
    ...referralRoutes(deps),
    ...statementRoutes(deps),
    ...ownDataRoutes(deps),
    ...referenceRoutes(),
    ...keyRoutes(),
    ...partnerLeadRoutes(deps),
    ...feedRoutes(deps),
    ...staffRoutes(deps),
  ];
}

/** Load limit of the process. */
function admissionTo(
  app: FastifyInstance,
  { config, db, log }: Pick<Dependencies, 'config' | 'db' | 'log'>,
  metrics: Metrics | undefined,
): Admission {
  const eventLoop = watchEventLoop();
  app.addHook('onClose', async () => eventLoop.stop());
  const pool = poolUseOf(db);
  const waits = {
    databaseMs: () => pool.longestWaitMs(),
    lagMs: () => eventLoop.lagMs(),
    callers: () => pool.callers(),
    lentMs: () => pool.lentMs(),
  };
  const limits = {
    maxCalls: config.LOAD_MAX_CALLS,
    maxUploads: config.LOAD_MAX_UPLOADS,
    maxWaitMs: config.LOAD_MAX_WAIT_MS,
    connections: config.DATABASE_POOL,
  };
  return createAdmission(limits, waits, log, () => metrics?.refused());
}

function consoleOf(deps: Dependencies): ConsoleOptions | undefined {
  const { CONSOLE_URL: url } = deps.config;
  if (url === undefined) return undefined;
  return {
    url,
    sessionSeconds: LONGEST_HOURS * 3_600,
    authenticate: (token) => authenticateStaff(deps, token),
  };
}

/** Messages to the lender, and their answers. */
function supportRoutes(deps: FileDependencies): Route[] {
  return [suggestionRoute(deps), ...ownTicketRoutes(deps)];
}
