import { COUNTRIES } from '../../src/countries/countries.ts';
import { packOf } from '../../src/countries/index.ts';
import { moneyOf, roundMoneyOf } from '../../src/web/ui/money.ts';

// The currencies of all countries share a symbol.
const { currency } = packOf(COUNTRIES[0]);

/** Amounts of loans and payments as the screens of every country write them. */
export const formatMoney = moneyOf(currency);

/** Amounts of offers, prices and limits. */
export const formatRoundMoney = roundMoneyOf(currency);
