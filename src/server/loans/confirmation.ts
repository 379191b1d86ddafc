import type { ParsedOf } from '../../contract/contract.ts';
import type { CountryCode } from '../../countries/country-pack.ts';
import type { Centavos } from '../../domain/money.ts';
import type { Dependencies } from '../dependencies.ts';
import type { ConfirmedPrice } from '../origination/offers/service.ts';
import type { Origin } from '../platform/http/route.ts';
import type { Applicant } from './applicant.ts';
import type { Delivery } from './delivery.ts';

export type ConfirmationBody = ParsedOf<'POST /api/v3/finish-new', 'body'>;

export interface Confirmation {
  readonly customerId: number;
  readonly country: CountryCode;
  readonly body: ConfirmationBody;
  readonly origin: Pick<Origin, 'address' | 'device' | 'requestId' | 'baseUrl'>;
  /** An operator's hold: nothing is paid out until it is lifted. */
  readonly isOnHold?: boolean;
}

export type ConfirmDependencies = Pick<
  Dependencies,
  'db' | 'clock' | 'random' | 'vault' | 'jobs' | 'config' | 'ports'
>;

/** A confirmation that was checked and priced, and not yet written. */
export interface AcceptedLoan {
  /** The row's, taken before it is written so that one statement can write all that names it. */
  readonly id: number;
  readonly applicant: Applicant;
  readonly price: ConfirmedPrice;
  /** Price of the membership that is agreed with it; undefined without one. */
  readonly membershipPrice: Centavos | undefined;
  readonly delivery: Delivery;
}
