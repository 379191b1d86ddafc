import type { CountryCode } from '../../../countries/country-pack.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Tx } from '../../platform/database.ts';
import type { Result } from '../../platform/http/result.ts';
import type { Origin } from '../../platform/http/route.ts';

/** Data for creating a customer from a lead (docs/product/offer.md#registration). */
export interface AccountRequest {
  /** Validated, in lower case. */
  readonly email: string;
  readonly hash: string;
  /** Chosen variant or plan of the lead's offer; '' or '0' for none. */
  readonly option: string;
  readonly referrer: string;
  readonly parameter: string;
  readonly country: CountryCode;
  readonly origin: Origin;
}

/** Effects of a login in higher features, passed in at start. */
export interface LoginFollowers {
  /** Called in the transaction of each login. */
  readonly loggedIn: (tx: Tx, customerId: number) => Promise<void>;
  readonly createAccount: (
    tx: Tx,
    request: AccountRequest,
  ) => Promise<Result<{ readonly customerId: number }>>;
}

export type LoginDependencies = Dependencies & LoginFollowers;
