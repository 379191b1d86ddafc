import type { CountryCode } from '../../countries/country-pack.ts';
import type { CardBrand } from '../../countries/identifiers/cards.ts';
import type { Centavos, Currency } from '../../domain/money.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Tx } from '../platform/database.ts';

/** A payment that was asked for, an instalment's debit, a membership's price, the first payment of a card that is saved. */
export type Purpose = 'payment' | 'instalment' | 'membership' | 'registration';

export interface Charge {
  readonly id: number;
  readonly country: CountryCode;
  readonly purpose: Purpose;
  /** The row that it is for, of the purpose's feature. */
  readonly subject: number;
  /** The gateway knows it by this. */
  readonly reference: string;
  readonly amount: Centavos;
  readonly currency: Currency;
  readonly brand: CardBrand;
  readonly lastFour: string;
  /** The gateway's own name of it; empty until it has said one. */
  readonly providerId: string;
  /** When it was reserved, by the business clock: the day on which its money counts. */
  readonly createdAt: Date;
}

/** A feature that has cards charged: what follows from the gateway's final word, in the transaction that notes it. */
export interface ChargePurpose {
  readonly purpose: Purpose;
  /** Locks the purposes before the charges: loans first, in the common lock order. */
  readonly lock: (tx: Tx, charges: readonly Charge[]) => Promise<void>;
  /** The money arrived, possibly after the charge was abandoned as missing. Called once per charge. */
  readonly approved: (tx: Tx, deps: Dependencies, charges: readonly Charge[]) => Promise<void>;
  /**
   * No money arrived: it was refused, or the gateway does not know it and it cannot be resent.
   * @param isAsked no person is at a screen to see it
   */
  readonly declined: (
    tx: Tx,
    deps: Dependencies,
    charges: readonly Charge[],
    isAsked: boolean,
  ) => Promise<void>;
}

export type ChargePurposes = Readonly<Record<Purpose, ChargePurpose>>;
