import type { CountryCode } from '../../../countries/country-pack.ts';
import type { Dependencies } from '../../dependencies.ts';
import { fail, failTooMany, ok, type Result } from '../../platform/http/result.ts';
import { OverloadedError } from '../../platform/work/bounded-line.ts';
import { checkLimits, countUse, passwordLimits, refundUse } from './limits.ts';
import { hashPassword, verifyPassword } from './passwords.ts';

/** Longer than a full queue of password checks takes. */
const overloadedRetrySeconds = 5;
const overloaded = () => fail('unavailable', { retryAfterSeconds: overloadedRetrySeconds });

interface PasswordTry<Whose> {
  readonly country: CountryCode;
  /** In lower case. */
  readonly email: string;
  readonly address: string;
  /** If there is no customer or hash, the check takes as long and fails. */
  readonly find: () => Promise<Whose | undefined>;
}

/**
 * Checks a password.
 * @returns the customer and whether it is right; wrong ones count against the limits, on every form
 */
export async function checkPassword<
  Whose extends { readonly password_hash: string | null; readonly disabled_at: Date | null },
>(
  deps: Pick<Dependencies, 'db' | 'clock' | 'config'>,
  { country, email, address, find }: PasswordTry<Whose>,
  password: string,
): Promise<Result<{ readonly isRight: boolean; readonly customer: Whose | undefined }>> {
  const limits = passwordLimits(deps, country, email, address);
  // Counted before the check, so that of a thousand concurrent guesses only as many as the limit are checked.
  const wait = await countUse(deps, [...limits, ...checkLimits(deps, address)]);
  if (wait !== undefined) return failTooMany(wait);
  const customer = await find();
  const isSame = await unlessOverloaded(() => verifyPassword(password, customer?.password_hash));
  // A closed account accepts no password.
  const isRight = isSame === true && customer?.disabled_at === null;
  if (isSame === undefined || isRight) await refundUse(deps, limits);
  return isSame === undefined ? overloaded() : ok({ isRight, customer });
}

export async function hashOfNew(password: string): Promise<Result<string>> {
  const hash = await unlessOverloaded(() => hashPassword(password));
  return hash === undefined ? overloaded() : ok(hash);
}

async function unlessOverloaded<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof OverloadedError) return undefined;
    throw error;
  }
}
