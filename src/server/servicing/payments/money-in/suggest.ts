import { sql, type Selectable } from 'kysely';
import type { OutputOf } from '../../../../contract/contract.ts';
import type { Dependencies } from '../../../dependencies.ts';
import type { PaymentReport } from '../../../platform/database-types.ts';
import { targetsOf } from './targets.ts';

type Suggestion = OutputOf<'GET /api/staff/money/unmatched/{id}'>['result']['suggestions'][number];
type Why = Suggestion['why'][number];

const most = 8;
const perReading = 20;
/** Strongest evidence ranks first. */
const weights: Readonly<Record<Why, number>> = { reference: 8, document: 6, name: 3, amount: 2 };

export type Waiting = Pick<
  Selectable<PaymentReport>,
  'country' | 'request_reference' | 'report_id' | 'text' | 'amount' | 'refunded'
>;

interface Found {
  readonly loan_id: number;
  readonly why: Why;
}

/** Suggests loans for the money by its text and amount; each query uses an index and is limited. */
export async function suggestionsFor(
  deps: Pick<Dependencies, 'db' | 'clock'>,
  row: Waiting,
): Promise<Suggestion[]> {
  const { country, text, amount, refunded } = row;
  const written = writtenWith(row);
  const references = referencesIn(written);
  const documents = documentsIn(written);
  const words = wordsIn(text);
  const { rows } = await sql<Found>`
    (select q.loan_id, 'reference' as why from payment_request q
      where q.country = ${country} and q.reference = any(${references}::text[]) limit ${perReading})
    union all
    (select l.id, 'document' from customer c join loan l on l.customer_id = c.id
      where c.country = ${country} and c.document_number = any(${documents}::text[]) and l.state in ('approved', 'finished')
      order by l.id desc limit ${perReading})
    union all
    (select q.loan_id, 'amount' from payment_request q
      where q.country = ${country} and q.amount = ${amount - refunded} and q.state in ('open', 'expired', 'deleted')
      order by q.id desc limit ${perReading})
    union all
    (select l.id, 'name' from customer c join loan l on l.customer_id = c.id
      where c.country = ${country} and lower(c.last_name) = any(${words}::text[])
        and lower(c.first_name) = any(${words}::text[]) and c.erased_at is null and l.state in ('approved', 'finished')
      limit ${perReading})
  `.execute(deps.db);
  const whys = new Map<number, Set<Why>>();
  for (const { loan_id: loan, why } of rows) whys.set(loan, (whys.get(loan) ?? new Set<Why>()).add(why));
  const weightOf = (loan: number) => [...(whys.get(loan) ?? [])].reduce((sum, why) => sum + weights[why], 0);
  const best = [...whys.keys()].toSorted((a, b) => weightOf(b) - weightOf(a) || b - a).slice(0, most);
  const targets = await targetsOf(deps, best, [country]);
  return targets.map((target) => ({ ...target, why: [...(whys.get(Number(target.loan)) ?? [])] }));
}

/** All text of the transfer: our reference, the network's number, the payer's words. */
export const writtenWith = ({ request_reference: reference, report_id: reportId, text }: Waiting): string =>
  `${reference} ${reportId} ${text}`;

export const referencesIn = (written: string): string[] => [...new Set(written.match(/\d{14,15}/g) ?? [])];

/** Words that may be of a name. */
export const wordsIn = (text: string): string[] =>
  [...new Set(text.toLowerCase().match(/\p{L}{3,}/gu) ?? [])].slice(0, 12);

/** Candidate document numbers: the numbers as written, and the document inside an eleven-digit tax number. */
export function documentsIn(written: string): string[] {
  const numbers = written.match(/(?<!\d)\d{7,11}(?!\d)/g) ?? [];
  return [
    ...new Set(
      numbers.flatMap((number) => (number.length === 11 ? [number, number.slice(2, 10)] : [number])),
    ),
  ];
}
