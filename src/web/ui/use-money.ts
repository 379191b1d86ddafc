import { useCountry } from '../country.tsx';
import { exactMoneyOf, type FormatMoney, moneyOf } from './money.ts';

/** Writes amounts in the currency of the host's country. */
export function useMoney(): FormatMoney {
  return moneyOf(useCountry().currency);
}

/** The same with two decimals always. */
export function useExactMoney(): FormatMoney {
  return exactMoneyOf(useCountry().currency);
}
