import { COUNTRIES, DEFAULT_COUNTRY, type CountryCode } from '../../../countries/countries.ts';
import { packOf } from '../../../countries/index.ts';
import type { Currency } from '../../../domain/money.ts';
import { loansByPayoutReference } from '../service.ts';
import { transaction, type Database, type Tx } from '../../platform/database.ts';
import { recordEvent, recordEvents } from '../../platform/events.ts';
import type { Judged } from './judge-results.ts';

/** True for a line that needs a person. */
export function isReject({ outcome }: { readonly outcome: string }): boolean {
  return outcome === 'contradicted' || outcome === 'unmatched' || outcome === 'unread';
}

/** Records an event per line that needs a person, on its loan if there is one. */
export async function notifyRejects(
  tx: Tx,
  now: Date,
  { rail, currency, name }: { readonly rail: string; readonly currency: Currency; readonly name: string },
  judged: readonly Judged[],
): Promise<void> {
  const rejects = judged.filter(isReject);
  if (rejects.length === 0) return;
  const loans = await loansByPayoutReference(
    tx,
    rejects.flatMap(({ line }) => (line.kind === 'acknowledgement' ? [] : [line.reference])),
  );
  await recordEvents(
    tx,
    rejects.map(({ line, outcome }) => {
      const reference = line.kind === 'acknowledgement' ? `${currency} ${line.number}` : line.reference;
      const loan = loans.get(reference);
      return {
        at: now,
        country: loan?.country ?? countryOf(rail, currency),
        customerId: loan?.customerId,
        loanId: loan?.loanId,
        kind: line.kind === 'unread' ? 'pay-out-result-unread' : `pay-out-${line.kind}-${outcome}`,
        detail: {
          rail,
          file: name,
          line: line.line,
          reference,
          state: line.kind === 'result' ? line.state : '',
          ...(line.kind === 'unread' ? { reason: line.reason } : {}),
        },
      };
    }),
  );
}

/** Country of a file: its currency's, or the first one that pays out by the rail. */
export function countryOf(rail: string, currency?: string): CountryCode {
  const known = COUNTRIES.find((code) => {
    const pack = packOf(code);
    return currency === undefined
      ? pack.deliveryTypes.some((type) => type === rail)
      : pack.currency === currency;
  });
  return known ?? DEFAULT_COUNTRY;
}

/** Stores a refused file with its reason and records one event. */
export async function storeRefused(
  db: Database,
  at: Date,
  refused: { readonly rail: string; readonly name: string; readonly sha256: Buffer; readonly reason: string },
): Promise<void> {
  const { rail, name, sha256, reason } = refused;
  await transaction(db, async (tx) => {
    const kept = await tx
      .insertInto('payout_result_file')
      .values({ rail, sha256, name, refusal: reason, line_count: 0, imported_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (kept)
      await recordEvent(tx, {
        at,
        country: countryOf(rail),
        kind: 'pay-out-results-refused',
        detail: { rail, file: name, reason },
      });
  });
}
