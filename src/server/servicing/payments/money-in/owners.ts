import { sql } from 'kysely';
import { paths } from '../../../../contract/paths.ts';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import { packOf } from '../../../../countries/index.ts';
import { paidElsewhereEmail } from '../../../../countries/messages/credit-messages.ts';
import { formatMoney, type Centavos } from '../../../../domain/money.ts';
import { writeTo } from '../../../customers/letters/service.ts';
import type { BookingDependencies } from '../../../dependencies.ts';
import type { Queryable, Tx } from '../../../platform/database.ts';
import { documentsIn, referencesIn, wordsIn, writtenWith, type Waiting } from './suggest.ts';

interface Owner {
  readonly id: number;
  /** Evidence in the transfer's text, strongest first. */
  readonly why: 'reference' | 'document' | 'name';
}

const strongestFirst = ['reference', 'document', 'name'] as const;

/**
 * Finds the customers that a transfer names, by the strongest of reference, document and name. Loans count in
 * any state, and a document counts without a loan: a customer with a paid loan still owns the money.
 */
export async function ownersOf(db: Queryable, row: Waiting): Promise<readonly Owner[]> {
  const { country } = row;
  const written = writtenWith(row);
  const words = wordsIn(row.text);
  const { rows } = await sql<Owner>`
    select distinct l.customer_id as id, 'reference' as why from payment_request q join loan l on l.id = q.loan_id
      where q.country = ${country} and q.reference = any(${referencesIn(written)}::text[])
    union
    select c.id, 'document' from customer c
      where c.country = ${country} and c.document_number = any(${documentsIn(written)}::text[]) and c.erased_at is null
    union
    (select c.id, 'name' from customer c
      where c.country = ${country} and lower(c.last_name) = any(${words}::text[])
        and lower(c.first_name) = any(${words}::text[]) and c.erased_at is null limit 20)
  `.execute(db);
  const strongest = strongestFirst.find((why) => rows.some((each) => each.why === why));
  return rows.filter(({ why }) => why === strongest);
}

/** Notifies the named customers that the money was booked for another one; skipped for ambiguous names. */
export async function notifyOwners(
  tx: Tx,
  deps: Pick<BookingDependencies, 'clock' | 'vault' | 'jobs' | 'config'>,
  owners: readonly Owner[],
  { country, amount }: { readonly country: CountryCode; readonly amount: Centavos },
): Promise<void> {
  const isSure = owners.length === 1 || owners.every(({ why }) => why !== 'name');
  if (!isSure) return;
  const money = formatMoney(amount, packOf(country).currency);
  for (const { id } of owners)
    await writeTo(tx, deps, id, ({ sender, firstName, site }) =>
      paidElsewhereEmail(sender, { firstName, amount: money, url: site + paths.login() }),
    );
}
