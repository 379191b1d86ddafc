import { COUNTRIES } from '../../src/countries/countries.ts';
import { packOf } from '../../src/countries/index.ts';
import { moneyOf } from '../../src/web/ui/money.ts';

/** Amounts as the screens of every country write them: their currencies share a symbol. */
export const formatMoney = moneyOf(packOf(COUNTRIES[0]).currency);
