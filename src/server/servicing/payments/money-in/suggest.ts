import { sql, type Selectable } from 'kysely';
import type { OutputOf } from '../../../../contract/contract.ts';
import type { Dependencies } from '../../../dependencies.ts';
import type { Queryable } from '../../../platform/database.ts';
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

/** Evidence for each loan that the money may be for, strongest first; each query uses an index and is limited. */
async function evidenceFor(
  db: Queryable,
  row: Waiting,
): Promise<readonly { readonly loan: number; readonly why: readonly Why[]; readonly weight: number }[]> {
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
  `.execute(db);
  const whys = new Map<number, Set<Why>>();
  for (const { loan_id: loan, why } of rows) whys.set(loan, (whys.get(loan) ?? new Set<Why>()).add(why));
  return [...whys]
    .map(([loan, why]) => ({
      loan,
      why: [...why],
      weight: [...why].reduce((sum, each) => sum + weights[each], 0),
    }))
    .toSorted((a, b) => b.weight - a.weight || b.loan - a.loan);
}

/** Suggests loans for the money by its text and amount. */
export async function suggestionsFor(
  deps: Pick<Dependencies, 'db' | 'clock'>,
  row: Waiting,
): Promise<Suggestion[]> {
  const best = (await evidenceFor(deps.db, row)).slice(0, most);
  const loans = best.map(({ loan }) => loan);
  const targets = await targetsOf(deps, loans, [row.country]);
  return targets.map((target) => ({
    ...target,
    why: [...(best.find(({ loan }) => String(loan) === target.loan)?.why ?? [])],
  }));
}

/** The one loan that reference or document name, more than any other; undefined where a person has to choose. */
export async function surestFor(
  deps: Pick<Dependencies, 'db' | 'clock'>,
  row: Waiting,
): Promise<Suggestion | undefined> {
  const [first, second] = await evidenceFor(deps.db, row);
  const isSure = first && first.weight >= weights.document && first.weight > (second?.weight ?? 0);
  if (!isSure) return undefined;
  const [target] = await targetsOf(deps, [first.loan], [row.country]);
  return target && { ...target, why: [...first.why] };
}

/** Whole text of the transfer: our reference, the network's number, the payer's text. */
export const writtenWith = ({ request_reference: reference, report_id: reportId, text }: Waiting): string =>
  `${reference} ${reportId} ${text}`;

export const referencesIn = (written: string): string[] => [...new Set(written.match(/\d{14,15}/g) ?? [])];

/** Words that may be part of a name. */
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
