import { fromUnits, sum, toUnits } from '../domain/money.ts';

/** Amounts in currency units added up by the cent: numbers with decimals do not add up by themselves. */
export const sumUnits = (amounts: readonly number[]): number => toUnits(sum(amounts.map(fromUnits)));
