import type { CountryCode } from '../../../countries/country-pack.ts';
import { packOf } from '../../../countries/index.ts';
import { formatMoney } from '../../../domain/money.ts';
import { loanBalance } from '../../loans/ledger/service.ts';
import type { Tx } from '../../platform/database.ts';

/** The accounts of a loan that are not even, written out, for who decides what moves them. */
export async function ledgerFacts(
  tx: Tx,
  country: CountryCode,
  loanId: number | undefined,
): Promise<{ readonly ledger?: Readonly<Record<string, string>> }> {
  if (loanId === undefined) return {};
  const { currency } = packOf(country);
  const uneven = [...(await loanBalance(tx, loanId))].filter(([, balance]) => balance !== 0);
  return {
    ledger: Object.fromEntries(
      uneven
        .toSorted(([a], [b]) => a.localeCompare(b))
        .map(([account, balance]) => [account, formatMoney(balance, currency)]),
    ),
  };
}
