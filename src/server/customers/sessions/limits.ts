import type { Dependencies } from '../../dependencies.ts';
import { addressLimits } from '../../platform/limits/address-limits.ts';
import { addressFactor, type Limit, overAny, uncount } from '../../platform/limits/limits.ts';
import { digestOf } from '../../platform/secrets.ts';

const quarterHour = 15 * 60;
const hour = 60 * 60;

type Needs = Pick<Dependencies, 'db' | 'clock' | 'config'>;

/** Key with a digest instead of personal data. */
function keyOf(what: string, whom: string): string {
  return `${what}:${digestOf(whom).toString('base64url')}`;
}

/** Wrong passwords: per account, existing or not, and per address. */
export function passwordLimits({ config }: Needs, country: string, email: string, address: string): Limit[] {
  return [
    ...addressLimits('password', address, {
      max: config.LIMIT_PASSWORD_ADDRESS,
      windowSeconds: quarterHour,
    }),
    {
      key: keyOf('password-account', `${country} ${email}`),
      max: config.LIMIT_PASSWORD_ACCOUNT,
      windowSeconds: quarterHour,
    },
  ];
}

/** Passwords checked per address for each wrong one that is allowed. */
const checksPerGuess = 10;

/**
 * Passwords checked per address, right ones too: each takes a place in the queue of hashes, which all customers
 * share.
 */
export function checkLimits({ config }: Needs, address: string): Limit[] {
  const max = config.LIMIT_PASSWORD_ADDRESS * checksPerGuess * addressFactor(config);
  return addressLimits('password-check', address, { max, windowSeconds: quarterHour });
}

/** Invalid links, provider tokens and passkeys per address: a guessing limit, not raised by the sandbox. */
export function guessLimits(
  { config }: Needs,
  what: 'link' | 'social' | 'passkey',
  address: string,
): Limit[] {
  return addressLimits(what, address, { max: config.LIMIT_PASSWORD_ADDRESS, windowSeconds: quarterHour });
}

/**
 * Wrong re-authentication codes per customer and hour, over all codes sent (docs/security.md#proof-codes).
 */
export function proofTries(customerId: number): Limit[] {
  return [{ key: `proof-code-tries:${customerId}`, max: 5, windowSeconds: hour }];
}

/** Links and codes sent: per person (phone or e-mail, known or not) and per address. */
export function sendLimits(
  { config }: Needs,
  kind: string,
  country: string,
  person: string,
  address: string,
): Limit[] {
  return [
    ...addressLimits('send', address, {
      max: config.LIMIT_LINKS_ADDRESS * addressFactor(config),
      windowSeconds: hour,
    }),
    {
      key: keyOf(`send-${kind}`, `${country} ${person}`),
      max: config.LIMIT_LINKS_PERSON,
      windowSeconds: hour,
    },
  ];
}

/**
 * Counts one use of each limit, in order, before the protected action.
 * @returns seconds to wait if one is exceeded (later ones are not counted), otherwise undefined
 */
export function countUse({ db, clock }: Needs, limits: readonly Limit[]): Promise<number | undefined> {
  return overAny(db, limits, clock.now());
}

export async function refundUse({ db }: Needs, limits: readonly Limit[]): Promise<void> {
  await uncount(
    db,
    limits.map(({ key }) => key),
  );
}
