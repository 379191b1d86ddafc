import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { contract, type CallKey } from '../../../contract/contract.ts';
import { isOfConsole, type Endpoint, type Upload as UploadDefinition } from '../../../contract/endpoint.ts';
import { countryOfHost } from '../../../countries/index.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database.ts';
import type { Vault } from '../secrets.ts';
import { sendFailure } from './envelope.ts';
import { answerOnce, commitOnce, digestsOfRequest, submissionOf, type KeyUse } from './idempotency.ts';
import { createKeyTurns, type KeyTurns } from './key-turns.ts';
import { isConsoleHost } from './console-host.ts';
import { refusal, type Admission } from './load-limit.ts';
import { parsePart } from './parse.ts';
import { fail, ok, type Failure, type Result, failFields } from './result.ts';
import { admitPartner, type Keys } from './partner-call.ts';
import type {
  Call,
  Identity,
  PartnerIdentity,
  RawAnswer,
  Route,
  StaffIdentity,
  UploadedFile,
} from './route.ts';
import { admitStaff, namedCountry, requireTraits, seenVersionOf } from './staff-call.ts';
import type { Sites } from '../sites/sites.ts';
import { staffCookie } from './staff-cookie.ts';
import { noteCaller } from './request-line.ts';
import { createHash } from 'node:crypto';

interface Upload {
  readonly fields: unknown;
  readonly file: UploadedFile;
}

/** Expected upload size in bytes, from its header; the maximum without a length. */
function uploadBytes({ headers }: FastifyRequest, maxBytes: number): number {
  return Math.min(Number(headers['content-length'] ?? maxBytes) || 0, maxBytes);
}

/** Reads the text fields and the one file of a multipart request; stops at the byte limit while streaming. */
async function readUpload(request: FastifyRequest, definition: UploadDefinition): Promise<Result<Upload>> {
  if (!request.isMultipart()) return fail('unsupported_media');
  const parts = await readParts(request, definition.maxBytes);
  if (!parts.ok) return parts;
  const { fields, file } = parts.value;
  const parsed = parsePart(definition.fields, fields);
  if (!parsed.ok) return parsed;
  if (!file || file.bytes.length === 0) return failFields({ file: 'Campo requerido.' });
  return ok({ fields: parsed.value, file });
}

interface ReadParts {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: UploadedFile | undefined;
}

/**
 * Reads the parts in order. Input that is not valid multipart (no boundary, cut off, only a preamble) is
 * refused.
 */
async function readParts(request: FastifyRequest, maxBytes: number): Promise<Result<ReadParts>> {
  const fields: Record<string, string> = {};
  let file: UploadedFile | undefined;
  try {
    for await (const part of request.parts({ limits: { fileSize: maxBytes } })) {
      if (part.type === 'field') {
        fields[part.fieldname] = String(part.value);
      } else if (part.fieldname === 'file') {
        file = { bytes: await part.toBuffer() };
      } else {
        return failFields({ [part.fieldname]: 'El dato ingresado no es válido.' });
      }
    }
  } catch (error) {
    // Errors of a limit have their own status; all others are parse errors of the input.
    if (typeof error === 'object' && error !== null && 'statusCode' in error) throw error;
    return fail('bad_request');
  }
  return ok({ fields, file });
}

/** Sends a response that is the same for everybody on the host, or 304 to a client that has it. */
function sendCacheable(
  request: FastifyRequest,
  reply: FastifyReply,
  body: object,
  maxAgeSeconds: number,
): FastifyReply {
  const text = JSON.stringify(body);
  const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  // Caches key by host. The channel's token only decides whether the request is answered at all.
  void reply.header('Cache-Control', `public, max-age=${maxAgeSeconds}`).header('ETag', tag);
  const known = request.headers['if-none-match']?.split(',').map((part) => part.trim().replace(/^W\//, ''));
  if (known?.includes(tag) === true) return reply.status(304).send();
  return reply.type('application/json; charset=utf-8').send(text);
}

interface RegisterOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly vault: Vault;
  /** Application token → channel name. */
  readonly channels: ReadonlyMap<string, string>;
  readonly sites: Sites;
  readonly publicUrls: Readonly<Record<CountryCode, string | undefined>>;
  authenticate(token: string, country: CountryCode): Promise<Identity | undefined>;
  isServiceToken(token: string): boolean;
  readonly keys: Keys;
  readonly admission: Admission;
  /** The staff console; undefined if it is not served. */
  readonly console: ConsoleOptions | undefined;
}

export interface ConsoleOptions {
  readonly url: string;
  readonly sessionSeconds: number;
  authenticate(token: string): Promise<StaffIdentity | undefined>;
}

interface ServeOptions extends RegisterOptions {
  readonly turns: KeyTurns;
}

/** Health checks are never refused, because the supervisor would end a busy process. */
const neverRefused: ReadonlySet<CallKey> = new Set(['GET /healthz', 'GET /readyz']);

export function registerRoutes(app: FastifyInstance, routes: readonly Route[], given: RegisterOptions): void {
  const options = { ...given, turns: createKeyTurns() };
  for (const route of routes) {
    const definition: Endpoint = contract[route.key];
    requireTraits(route, definition);
    const [method, path] = route.key.split(' ') as [string, string];
    app.route({
      method,
      url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
      exposeHeadRoute: false,
      ...(definition.maxBodyBytes === undefined ? {} : { bodyLimit: definition.maxBodyBytes }),
      handler: (request, reply) => {
        const work = () => serve(route, definition, request, reply, options);
        return neverRefused.has(route.key) ? work() : admitted(definition, reply, options, work);
      },
    });
  }
}

/**
 * Runs a call when the load limit admits it. JSON bodies have been read by then, so a slow sender takes no
 * slot; photos are read within the call. The slot is released when the work is done, even if the socket
 * closed earlier.
 */
async function admitted(
  definition: Endpoint,
  reply: FastifyReply,
  { admission }: RegisterOptions,
  work: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const leave = definition.upload
    ? admission.enter('uploads', uploadBytes(reply.request, definition.upload.maxBytes))
    : admission.enter('calls');
  if (!leave) return sendFailure(reply, refusal());
  try {
    return await work();
  } finally {
    leave();
  }
}

async function serve(
  route: Route,
  definition: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  options: ServeOptions,
): Promise<FastifyReply> {
  void reply.header('Cache-Control', 'no-store');
  const result = await answer(route, definition, request, reply, options);
  if (!result.ok) return sendFailure(reply, result);
  if (definition.response === 'binary' || definition.response === 'html') {
    const raw = result.value as RawAnswer;
    return reply
      .headers(raw.headers ?? {})
      .type(raw.type)
      .send(raw.body);
  }
  // Parsing removes members that the contract does not name, so no response exceeds its contract.
  const body = { status: 'success', ...definition.response.parse(result.value) };
  return definition.maxAgeSeconds === undefined
    ? reply.send(body)
    : sendCacheable(request, reply, body, definition.maxAgeSeconds);
}

async function answer(
  route: Route,
  definition: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  options: ServeOptions,
): Promise<Result<object>> {
  const channel = channelOf(request, options.channels);
  if (channel === undefined) return fail('unknown_channel');
  const isConsole = isConsoleHost(request, options.console?.url);
  // console-host.ts already separates the hosts by address; access must not rely on the address alone.
  if (isOfConsole(definition) && !isConsole) return fail('not_found');
  const hostCountry = countryOfHost(request.host, options.sites);
  const access = await admit(definition, request, hostCountry, options);
  if (!access.ok) return access;
  if (access.value) noteCaller(request, `customer:${access.value.customerId}`);
  const staff =
    definition.access === 'staff' ? await admitStaff(definition, request, options.console) : undefined;
  if (staff && !staff.ok) return staff;
  const partner = await admitPartner(definition, request, bearerOf(request), hostCountry, options);
  if (!partner.ok) return partner;
  const parts = await parseRequest(definition, request);
  if (!parts.ok) return parts;
  const { params, query, body, upload } = parts.value;
  const named = staff ? namedCountry(staff.value, [params, query, body]) : ok(hostCountry);
  if (!named.ok) return named;
  const country = named.value;
  const seen = seenVersionOf(definition, request);
  if (!seen.ok) return seen;
  const caller = callerName(
    { customer: access.value, staff: staff?.value, partner: partner.value },
    country,
    request,
  );
  const keyUse = keyUseOf(definition, route.key, request, caller, upload, options.vault);
  if (keyUse && !keyUse.ok) return keyUse;
  const onReplay = () => void reply.header('Idempotency-Replayed', 'true');
  const call = {
    params,
    query,
    body,
    fields: upload?.fields,
    file: upload?.file,
    country,
    identity: access.value,
    staff: staff?.value,
    partner: partner.value,
    seenVersion: seen.value,
    setStaffSession: (token: string | undefined) =>
      void reply.header('Set-Cookie', staffCookie(token, options.console?.sessionSeconds ?? 0)),
    headers: request.headers,
    origin: {
      requestId: request.id,
      address: plainAddress(request.ip),
      device: (request.headers['user-agent'] ?? '').slice(0, 400),
      baseUrl:
        (isConsole ? options.console?.url : options.publicUrls[country]) ??
        `${request.protocol}://${request.host}`,
      channel,
    },
    isConsole,
    submission: keyUse && submissionOf(options.vault, keyUse.value),
    commit: (work: Parameters<Call<CallKey>['commit']>[0]) =>
      commitOnce({ ...options, now: options.clock.now() }, keyUse?.value, onReplay, work as never),
  };
  const typed = call as unknown as Call<CallKey>;
  const handle = () => route.handle(typed);
  if (!keyUse) return handle();
  const looksFirst = route.isAllInCommit?.(typed) !== true;
  return answerOnce(options, keyUse.value, handle, { onReplay, looksFirst });
}

/** Normalizes IPv4-mapped IPv6 addresses, so that a caller has the same name over both. */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/, '');
}

/** Channel of the application token: the web without a token, and a refusal for an unknown one. */
function channelOf(request: FastifyRequest, channels: ReadonlyMap<string, string>): string | undefined {
  const token = request.headers['x-application-token'];
  if (token === undefined || token === '') return 'web';
  return typeof token === 'string' ? channels.get(token) : undefined;
}

function bearerOf(request: FastifyRequest): string | undefined {
  const match = /^Bearer ([\w.~+/=-]{1,500})$/i.exec(request.headers.authorization ?? '');
  return match?.[1];
}

async function admit(
  definition: Endpoint,
  request: FastifyRequest,
  country: CountryCode,
  options: ServeOptions,
): Promise<Result<Identity | undefined>> {
  const token = bearerOf(request);
  switch (definition.access) {
    case 'public':
    case 'partner':
    case 'console':
    case 'staff':
      return ok(undefined);
    case 'service':
      return token !== undefined && options.isServiceToken(token) ? ok(undefined) : fail('service_token');
    case 'optional':
      return ok(token === undefined ? undefined : await options.authenticate(token, country));
    case 'customer': {
      const identity = token === undefined ? undefined : await options.authenticate(token, country);
      if (!identity) return fail('unauthenticated');
      return definition.provedEmail && !identity.isEmailProved ? fail('address_unproved') : ok(identity);
    }
  }
}

interface Parts {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly upload: Upload | undefined;
}

async function parseRequest(definition: Endpoint, request: FastifyRequest): Promise<Result<Parts>> {
  const params = parsePart(definition.params, request.params);
  // Invalid path parameters cannot belong to an existing resource.
  if (!params.ok) return fail('not_found');
  const query = parsePart(definition.query, request.query);
  if (!query.ok) return query;
  const body = parsePart(
    definition.body,
    request.body ?? (definition.body?.safeParse(undefined).success ? undefined : {}),
  );
  if (!body.ok) return body;
  if (!definition.upload)
    return ok({ params: params.value, query: query.value, body: body.value, upload: undefined });
  const upload = await readUpload(request, definition.upload);
  if (!upload.ok) return upload;
  return ok({ params: params.value, query: query.value, body: undefined, upload: upload.value });
}

/**
 * Name of the caller for idempotency. An anonymous caller is identified by its address, for lack of anything
 * else.
 */
function callerName(
  { customer, staff, partner }: Callers,
  country: CountryCode,
  request: FastifyRequest,
): string {
  if (staff) return `staff:${staff.staffId}`;
  if (partner) return `partner:${partner.partnerId}`;
  return customer ? `customer:${customer.customerId}` : `anonymous:${country}:${plainAddress(request.ip)}`;
}

interface Callers {
  readonly customer: Identity | undefined;
  readonly staff: StaffIdentity | undefined;
  readonly partner: PartnerIdentity | undefined;
}

function keyUseOf(
  definition: Endpoint,
  routeKey: string,
  request: FastifyRequest,
  caller: string,
  upload: Upload | undefined,
  vault: Vault,
): { readonly ok: true; readonly value: KeyUse } | (Failure & { readonly value?: undefined }) | undefined {
  const key = request.headers['idempotency-key'];
  if (!definition.idempotent) return undefined;
  // The console always sends a key.
  const isRequired = definition.access === 'staff' || definition.needsKey === true;
  if (key === undefined || key === '') return isRequired ? fail('bad_request') : undefined;
  if (typeof key !== 'string' || key.length > 200) return fail('bad_request');
  const content = upload
    ? [JSON.stringify(upload.fields), upload.file.bytes]
    : [JSON.stringify(request.body ?? null)];
  const pathAndQuery = request.url;
  return ok({
    caller,
    key,
    request: `${routeKey.split(' ')[0]} ${pathAndQuery}`.slice(0, 600),
    ...digestsOfRequest(vault, content),
  });
}
