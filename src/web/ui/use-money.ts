import { useCountry } from '../country.tsx';
import { type FormatMoney, moneyOf } from './money.ts';

/** Writes amounts in the currency of the host's country. */
export function useMoney(): FormatMoney {
  return moneyOf(useCountry().currency);
}
