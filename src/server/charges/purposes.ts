import type { CountryCode } from '../../countries/country-pack.ts';
import type { CardBrand } from '../../countries/identifiers/cards.ts';
import type { Centavos, Currency } from '../../domain/money.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Tx } from '../platform/database.ts';

/**
 * Purpose of a charge: a requested payment, the debit of an instalment, a membership's price, or the
 * first payment of a card being saved.
 */
export type Purpose = 'payment' | 'instalment' | 'membership' | 'registration';

export interface Charge {
  readonly id: number;
  readonly country: CountryCode;
  readonly purpose: Purpose;
  /** Id of the row it pays for, in the purpose's own feature. */
  readonly subject: number;
  /** Idempotency key, known to the gateway. */
  readonly reference: string;
  readonly amount: Centavos;
  readonly currency: Currency;
  readonly brand: CardBrand;
  readonly lastFour: string;
  /** Gateway's id of the charge; empty until known. */
  readonly providerId: string;
  /** Time of reservation by the business clock; its day is the value date. */
  readonly createdAt: Date;
}

/** Feature that charges cards: its reactions to final results, in the transaction that stores them. */
export interface ChargePurpose {
  readonly purpose: Purpose;
  /** Locks the subjects before the charges: loans first, in the common lock order. */
  readonly lock: (tx: Tx, charges: readonly Charge[]) => Promise<void>;
  /** Called once per charge when it is approved, possibly after it was abandoned as missing. */
  readonly approved: (tx: Tx, deps: Dependencies, charges: readonly Charge[]) => Promise<void>;
  /**
   * Called when the charge was refused, or is unknown to the gateway and cannot be resent.
   * @param isAsked the result came from a query, so no person sees it on a screen
   */
  readonly declined: (
    tx: Tx,
    deps: Dependencies,
    charges: readonly Charge[],
    isAsked: boolean,
  ) => Promise<void>;
}

export type ChargePurposes = Readonly<Record<Purpose, ChargePurpose>>;
