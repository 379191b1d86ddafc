import type { CountryCode } from '../../../countries/country-pack.ts';
import type { Dependencies } from '../../dependencies.ts';
import { fail, failTooMany, ok, type Result } from '../../platform/http/result.ts';
import { OverloadedError } from '../../platform/work/bounded-line.ts';
import { countUse, passwordLimits, refundUse } from './limits.ts';
import { hashPassword, verifyPassword } from './passwords.ts';

/** A full line of password checks is shorter than this. */
const overloadedRetrySeconds = 5;
const overloaded = () => fail('unavailable', { retryAfterSeconds: overloadedRetrySeconds });

/** Account and origin of a password try. */
interface PasswordTry<Whose> {
  readonly country: CountryCode;
  /** In lower case. */
  readonly email: string;
  readonly address: string;
  /** Without a customer or a hash the check takes as long and fails. */
  readonly find: () => Promise<Whose | undefined>;
}

/** Customer found, and whether the password is right; wrong ones count, on whatever form. */
export async function checkPassword<
  Whose extends { readonly password_hash: string | null; readonly disabled_at: Date | null },
>(
  deps: Pick<Dependencies, 'db' | 'clock' | 'config'>,
  { country, email, address, find }: PasswordTry<Whose>,
  password: string,
): Promise<Result<{ readonly isRight: boolean; readonly customer: Whose | undefined }>> {
  const limits = passwordLimits(deps, country, email, address);
  // Counted before the password is looked at: of a thousand guesses at once, only the limit is tried.
  const wait = await countUse(deps, limits);
  if (wait !== undefined) return failTooMany(wait);
  const customer = await find();
  const isSame = await unlessOverloaded(() => verifyPassword(password, customer?.password_hash));
  // A closed account has no right password.
  const isRight = isSame === true && customer?.disabled_at === null;
  if (isSame === undefined || isRight) await refundUse(deps, limits);
  return isSame === undefined ? overloaded() : ok({ isRight, customer });
}

/** The hash to store of a new password. */
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
