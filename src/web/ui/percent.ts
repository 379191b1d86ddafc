import { formatPercentExact as percentWithDecimals, formatPercentRounded } from '../../domain/rate.ts';

/*
 * Apart from the amounts, since the first page shows no rate.
 */

/** '315%': a fraction as a rounded percent (docs/product/rights.md#rates-shown). */
export const formatPercent = (fraction: number): string => formatPercentRounded(fraction);

/** '1.295,53%': the legal figures, with two decimals. */
export const formatPercentExact = (fraction: number): string => percentWithDecimals(fraction);
