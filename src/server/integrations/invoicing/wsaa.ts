import { X509Certificate } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Vault } from '../../platform/secrets.ts';
import { WSAA_WSDL } from './arca-services.ts';
import { soapClient } from './soap-client.ts';

/** Login at ARCA (docs/product/invoices.md#arca). */

export interface Ticket {
  readonly token: string;
  readonly sign: string;
  readonly expiresAt: Date;
}

interface WsaaSettings {
  /** Address of `LoginCms`. */
  readonly url: string;
  /** PEM. */
  readonly certificate: string;
  readonly key: string;
  readonly db: Database;
  readonly vault: Vault;
  readonly clock: Clock;
}

/** Service that the ticket is for. */
const service = 'wsfe';
/** Tolerated difference of the clocks, and the time before its end at which a ticket is not used, milliseconds. */
const skewMs = 10 * 60_000;
const marginMs = 60_000;
/** Longest login; then another machine may try. */
const loginSeconds = 60;
const waitMs = 300;
const purpose = 'invoicing-ticket';

export class TicketError extends Error {}

/** Ticket in force, from the shared row or by logging in. @param refused token that the service refused */
export async function ticketOf(settings: WsaaSettings, refused?: string): Promise<Ticket> {
  const { db } = settings;
  const began = performance.now();
  await db
    .insertInto('invoicing_ticket')
    .values({ service })
    .onConflict((c) => c.doNothing())
    .execute();
  while (performance.now() - began < loginSeconds * 1_000) {
    const stored = await storedTicket(settings, refused);
    if (stored) return stored;
    if (await mayLogIn(db)) return logIn(settings, refused);
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
  throw new TicketError('another machine is logging in');
}

async function storedTicket(
  { db, vault, clock }: WsaaSettings,
  refused: string | undefined,
): Promise<Ticket | undefined> {
  const row = await db
    .selectFrom('invoicing_ticket')
    .select(['ticket', 'expires_at'])
    .where('service', '=', service)
    .executeTakeFirst();
  if (!row?.ticket || row.expires_at === null) return undefined;
  if (row.expires_at.getTime() - marginMs <= clock.now().getTime()) return undefined;
  const { token, sign } = JSON.parse(vault.decrypt(purpose, row.ticket)) as Pick<Ticket, 'token' | 'sign'>;
  return token === refused ? undefined : { token, sign, expiresAt: row.expires_at };
}

/** Takes the only place to log in; it is free again after a minute, if its holder was killed. */
async function mayLogIn(db: Database): Promise<boolean> {
  const row = await db
    .updateTable('invoicing_ticket')
    .set({ login_until: sql<Date>`now() + make_interval(secs => ${loginSeconds})` })
    .where('service', '=', service)
    .where((eb) => eb.or([eb('login_until', 'is', null), eb('login_until', '<', sql<Date>`now()`)]))
    .returning('service')
    .executeTakeFirst();
  return row !== undefined;
}

async function logIn(settings: WsaaSettings, refused: string | undefined): Promise<Ticket> {
  const { db, vault } = settings;
  const done = (values: { ticket?: Buffer; expires_at?: Date }) =>
    db
      .updateTable('invoicing_ticket')
      .set({ ...values, login_until: null })
      .where('service', '=', service)
      .execute();
  try {
    // Another machine may have logged in since the ticket was read; a second login is refused while it lasts.
    const stored = await storedTicket(settings, refused);
    if (stored) {
      await done({});
      return stored;
    }
    const ticket = await askForTicket(settings);
    const { expiresAt, ...secret } = ticket;
    await done({ ticket: vault.encrypt(purpose, JSON.stringify(secret)), expires_at: expiresAt });
    return ticket;
  } catch (error) {
    await done({});
    throw error;
  }
}

async function askForTicket({ url, certificate, key, clock }: WsaaSettings): Promise<Ticket> {
  const client = await soapClient(WSAA_WSDL, url);
  const in0 = await signedRequest(loginRequest(clock.now()), certificate, key);
  const answer = await client('loginCms', { in0 });
  return ticketIn(String(answer['loginCmsReturn']));
}

/** Request for a ticket, valid around `now` as far as the clocks may differ. */
export function loginRequest(now: Date): string {
  const at = (ms: number) => `${new Date(now.getTime() + ms).toISOString().slice(0, 19)}Z`;
  return (
    '<?xml version="1.0" encoding="UTF-8"?><loginTicketRequest version="1.0"><header>' +
    `<uniqueId>${Math.floor(now.getTime() / 1_000)}</uniqueId><generationTime>${at(-skewMs)}</generationTime>` +
    `<expirationTime>${at(skewMs)}</expirationTime></header><service>${service}</service></loginTicketRequest>`
  );
}

/** Signs as CMS with its content inside, base64 of DER. */
export async function signedRequest(xml: string, certificate: string, key: string): Promise<string> {
  const { default: forge } = await import('node-forge');
  const signed = forge.pkcs7.createSignedData();
  const { contentType, messageDigest, signingTime, data, sha256 } = forge.pki.oids as Readonly<
    Record<string, string>
  >;
  signed.content = forge.util.createBuffer(xml, 'utf8');
  signed.addCertificate(certificate);
  signed.addSigner({
    key,
    certificate,
    digestAlgorithm: sha256 as string,
    authenticatedAttributes: [
      { type: contentType as string, value: data },
      { type: messageDigest as string },
      { type: signingTime as string },
    ],
  });
  signed.sign();
  return forge.util.encode64(forge.asn1.toDer(signed.toAsn1()).getBytes());
}

/** Reads `loginTicketResponse`. @throws if it has no ticket */
export function ticketIn(xml: string): Ticket {
  const textOf = (name: string) => new RegExp(`<${name}>\\s*([^<]+?)\\s*</${name}>`).exec(xml)?.[1];
  const [token, sign, until] = [textOf('token'), textOf('sign'), textOf('expirationTime')];
  const expiresAt = new Date(until ?? '');
  if (!token || !sign || Number.isNaN(expiresAt.getTime())) throw new TicketError('the login gave no ticket');
  return { token, sign, expiresAt };
}

/** End of a certificate's validity. */
export const certificateEnd = (pem: string): Date => new Date(new X509Certificate(pem).validTo);
