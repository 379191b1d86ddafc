import type { CountryCode } from '../../../countries/country-pack.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Tx } from '../../platform/database.ts';
import type { Result } from '../../platform/http/result.ts';
import type { Origin } from '../../platform/http/route.ts';

/** What makes a lead a customer (docs/product/offer.md#registration). */
export interface AccountRequest {
  /** Parsed, in lower case. */
  readonly email: string;
  /** The lead's. */
  readonly hash: string;
  /** The chosen variant or plan of the lead's offer; '' or '0' for none. */
  readonly option: string;
  readonly referrer: string;
  readonly parameter: string;
  readonly country: CountryCode;
  readonly origin: Origin;
}

/** What belongs to a login and lies above sessions; handed in where the product is put together. */
export interface LoginFollowers {
  /** Called in the transaction of each login. */
  readonly loggedIn: (tx: Tx, customerId: number) => Promise<void>;
  /** Makes a customer of a lead whose person comes in by a social login. */
  readonly createAccount: (
    tx: Tx,
    request: AccountRequest,
  ) => Promise<Result<{ readonly customerId: number }>>;
}

export type LoginDependencies = Dependencies & LoginFollowers;
