import { useCountry } from '../country.tsx';
import { type FormatMoney, moneyOf, roundMoneyOf } from './money.ts';

/** Writes amounts of a loan or payment in the currency of the host's country, with decimals as papers do. */
export function useMoney(): FormatMoney {
  return moneyOf(useCountry().currency);
}

/** Formats offers, prices, limits and prizes; whole amounts have no decimals. */
export function useRoundMoney(): FormatMoney {
  return roundMoneyOf(useCountry().currency);
}
