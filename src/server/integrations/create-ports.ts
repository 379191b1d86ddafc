import { SERVER_ENTRIES } from '../../countries/server-entries.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database.ts';
import type { Vault } from '../platform/secrets.ts';
import { createBreachedPasswords } from './breached-passwords/create.ts';
import { createBureau } from './bureau/create.ts';
import { createCardPayments } from './card-payments/create.ts';
import { createCardGateway } from './cards/create.ts';
import { createEmail } from './email/create.ts';
import { createIdentity } from './identity/create.ts';
import { createImageStore } from './images/create.ts';
import { createInvoicing } from './invoicing/create.ts';
import { createPayouts } from './payouts/create.ts';
import type { PayoutOrders } from './payouts/port.ts';
import { createPlaces } from './places/create.ts';
import { watchedPorts, type OutgoingCalls } from './outgoing.ts';
import type { Ports } from './ports.ts';
import { createSms } from './sms/create.ts';
import { createWallet } from './wallet/create.ts';
import { createWhatsApp } from './whatsapp/create.ts';
import { repet } from './watch-lists/repet.ts';
import { decodeText } from '../platform/text/decode-text.ts';
import { COLLECTION_LAYOUTS } from './collection/layouts.ts';
import type { CollectionNetworks } from './collection/port.ts';
import { readCollectionFile } from './collection/read-file.ts';
import { openIdLogin } from './staff-login/openid.ts';
import type { StaffLogin } from './staff-login/port.ts';

/** Configured identity provider of the console; undefined without one. */
function createStaffLogin({ config }: { readonly config: Config }): StaffLogin | undefined {
  const {
    CONSOLE_OIDC_ISSUER: issuer,
    CONSOLE_OIDC_CLIENT_ID: clientId,
    CONSOLE_OIDC_CLIENT_SECRET: clientSecret,
  } = config;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  return openIdLogin({
    issuer,
    clientId,
    clientSecret,
    name: config.CONSOLE_OIDC_NAME,
    groupsClaim: config.CONSOLE_OIDC_GROUPS_CLAIM,
  });
}

/** Settlement file readers, the same with the sandbox on, because no provider is involved. */
export function createCollection(): CollectionNetworks {
  return Object.fromEntries(
    Object.entries(COLLECTION_LAYOUTS).map(([name, layout]) => [
      name,
      {
        country: layout.country,
        source: layout.source,
        read(bytes: Uint8Array) {
          const { text, encoding } = decodeText(bytes);
          return { ...readCollectionFile(layout, text), encoding };
        },
      },
    ]),
  );
}

/** Public lists of the covered countries. */
async function createWatchLists({
  config,
  db,
}: Pick<PortContext, 'config' | 'db'>): Promise<Ports['watchLists']> {
  const standIn = config.SANDBOX
    ? (await import('./watch-lists/sandbox.ts')).sandboxWatchList(db)
    : undefined;
  const lists = { repet: standIn ?? repet({ baseUrl: config.REPET_BASE_URL }), none: undefined } as const;
  return (country) => lists[SERVER_ENTRIES[country].watchList];
}

interface PortContext {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly payoutOrders: PayoutOrders;
  /** Absent in an operator's command. */
  readonly calls?: OutgoingCalls;
}

/**
 * Creates each provider's adapter as configured, or its sandbox version if the sandbox is on. Sandbox
 * versions are imported only then, since the production image does not contain them
 * (docs/operations.md#containers).
 */
export async function createPorts(context: PortContext): Promise<Ports> {
  const made = await unwatchedPorts(context);
  const ports = context.config.SANDBOX
    ? (await import('./trouble/sandbox.ts')).troubledPorts(made, context.db)
    : made;
  return context.calls ? watchedPorts(ports, context.calls) : ports;
}

async function unwatchedPorts(context: PortContext): Promise<Ports> {
  return {
    breachedPasswords: await createBreachedPasswords(context),
    bureau: await createBureau(context),
    cardPayments: await createCardPayments(context),
    cards: await createCardGateway(context),
    collection: createCollection(),
    email: await createEmail(context),
    identity: await createIdentity(context),
    images: createImageStore(context),
    invoicing: await createInvoicing(context),
    payouts: await createPayouts(context),
    places: await createPlaces(context),
    sms: await createSms(context),
    staffLogin: createStaffLogin(context),
    wallet: await createWallet(context),
    watchLists: await createWatchLists(context),
    whatsapp: await createWhatsApp(context),
  };
}
