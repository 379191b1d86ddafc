import type { Optional } from '../../platform/column-types.ts';
import { paths } from '../../../contract/paths.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { LINK_LIFETIME_HOURS } from '../../../countries/constants.ts';
import { toE164, type CellPhone } from '../../../countries/identifiers/phones.ts';
import { packOf } from '../../../countries/index.ts';
import {
  anotherAccountEmail,
  anotherAccountSms,
  loginLinkSms,
  magicLinkEmail,
  recoveryEmail,
} from '../../../countries/messages/messages.ts';
import type { Dependencies } from '../../dependencies.ts';
import { enqueueMessage, type OutgoingMessage } from '../../messages/service.ts';
import { after } from '../../platform/clock.ts';
import type { Queryable, Tx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import { digestOf } from '../../platform/secrets.ts';
import { shortMessageTo } from '../preferences/service.ts';
import type { LinkKind } from './queries.ts';

/**
 * Creates a link that works once within three hours (docs/product/signup-and-login.md#links); only its digest
 * is stored.
 * @param target page that a magic link leads to
 * @returns hash in the link's address
 */
export async function createLink(
  tx: Tx,
  { clock, random }: Pick<Dependencies, 'clock' | 'random'>,
  link: {
    readonly kind: LinkKind;
    readonly customerId: number;
    readonly country: CountryCode;
    readonly target?: string;
  },
): Promise<string> {
  const hash = random.token();
  const now = clock.now();
  await tx
    .insertInto('one_time_link')
    .values({
      digest: digestOf(hash),
      kind: link.kind,
      country: link.country,
      customer_id: link.customerId,
      target: link.target ?? '',
      created_at: now,
      expires_at: after(now, LINK_LIFETIME_HOURS, 'hours'),
    })
    .execute();
  return hash;
}

export function passwordPage(baseUrl: string, hash: string): string {
  return baseUrl + paths.passwordReset(hash);
}

interface LinkReceiver {
  readonly id: number;
  readonly country: CountryCode;
  readonly first_name: string;
  readonly email: string;
  readonly cellphone: Optional<CellPhone>;
}

export interface WantedLink {
  readonly kind: LinkKind;
  /** Path of this site, or ''. */
  readonly redirectTo: string;
  readonly baseUrl: string;
  /** Amount of a loan, where the link is for giving another account for it. */
  readonly anotherAccountFor?: string;
}

/**
 * Target of magic links without one, so that the browser chooses
 * (docs/product/signup-and-login.md#magic-link-target).
 */
const dynamicTarget = 'dinamico';

/** Creates and sends a link in the caller's transaction. */
export async function sendLinkTo(
  tx: Tx,
  deps: Pick<Dependencies, 'clock' | 'random' | 'config' | 'vault' | 'jobs'>,
  customer: LinkReceiver,
  link: WantedLink,
  origin: { readonly requestId?: string; readonly address?: string } = {},
): Promise<void> {
  const { kind } = link;
  const { id: customerId, country } = customer;
  const target = kind === 'magic' ? link.redirectTo || dynamicTarget : link.redirectTo;
  const hash = await createLink(tx, deps, { kind, customerId, country, target });
  const message = await linkMessage(tx, deps, customer, link, hash);
  await enqueueMessage(tx, deps, country, { ...message, customerId, isUrgent: true });
  const at = deps.clock.now();
  await recordEvent(tx, { at, country, kind: 'link-sent', customerId, ...origin, detail: { kind } });
}

export async function linkMessage(
  db: Queryable,
  { config }: Pick<Dependencies, 'config'>,
  { id: customerId, country, first_name: firstName, email, cellphone }: LinkReceiver,
  { kind, redirectTo, baseUrl, anotherAccountFor: amount }: WantedLink,
  hash: string,
): Promise<OutgoingMessage> {
  const sender = { brand: config.BRAND, pack: packOf(country) };
  switch (kind) {
    case 'sms': {
      if (cellphone === '') throw new Error('a link by SMS needs a phone');
      const query = redirectTo === '' ? '' : `?redirectTo=${encodeURIComponent(redirectTo)}`;
      const url = `${baseUrl}${paths.autoLogin(hash)}${query}`;
      const said = await shortMessageTo(
        db,
        { config },
        { country, customerId },
        amount === undefined ? loginLinkSms(sender, { url }) : anotherAccountSms(sender, { url, amount }),
      );
      return { channel: 'sms', to: toE164(country, cellphone), ...said };
    }
    case 'magic': {
      const url = baseUrl + paths.magicLink(hash);
      const letter =
        amount === undefined
          ? magicLinkEmail(sender, { firstName, url })
          : anotherAccountEmail(sender, { firstName, url, amount });
      return { channel: 'email', to: email, ...letter };
    }
    case 'recovery': {
      const url = passwordPage(baseUrl, hash);
      return { channel: 'email', to: email, ...recoveryEmail(sender, { firstName, url }) };
    }
  }
}
