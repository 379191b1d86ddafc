import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '../../platform/database.ts';

/** Sealed append-only table. A stream's name is part of its seals and never changes. */
interface Stream {
  readonly name: string;
  readonly newestId: RawBuilder<{ id: number | null }>;
  /** `id` and `line`: the row's columns as one text, independent of session settings. */
  readonly lines: (from: number, to: number) => RawBuilder<{ id: number; line: string }>;
}

export const STREAMS: readonly Stream[] = [
  {
    name: 'event',
    newestId: sql`select max(id) as id from event`,
    lines: (from, to) => sql`
      select id, json_build_array(id, extract(epoch from at), country, kind, customer_id, loan_id, request_id, address,
        detail)::text as line
      from event where id between ${from} and ${to}`,
  },
  {
    name: 'ledger',
    newestId: sql`select max(id) as id from ledger_transaction`,
    lines: (from, to) => sql`
      select t.id, json_build_array(t.id, t.country, t.currency, t.loan_id, t.customer_id, t.payment_id, t.kind,
        t.value_date - date '2000-01-01', extract(epoch from t.at),
        (select json_agg(json_build_array(e.line, e.account, e.amount) order by e.line)
          from ledger_entry e where e.transaction_id = t.id))::text as line
      from ledger_transaction t where t.id between ${from} and ${to}`,
  },
  {
    name: 'staff_audit',
    newestId: sql`select max(id) as id from staff_audit`,
    lines: (from, to) => sql`
      select id, json_build_array(id, extract(epoch from at), staff_id, action, subject, subject_name, country,
        customer_id, reason_code, reason, request_id, address, device, before, after, approval_id,
        requested_by)::text as line
      from staff_audit where id between ${from} and ${to}`,
  },
];

interface Sealed {
  readonly rows: number;
  readonly digest: Buffer;
}

/** SHA-256 of the previous seal and the rows of these ids, in order. */
export async function digestOfRows(
  db: Queryable,
  stream: Stream,
  { from, to, previous }: { readonly from: number; readonly to: number; readonly previous: Buffer },
): Promise<Sealed> {
  const { rows } = await sql<Sealed>`
    select count(*)::int as rows,
      sha256(${previous}::bytea || convert_to(coalesce(string_agg(line, e'\n' order by id), ''), 'UTF8')) as digest
    from (${stream.lines(from, to)}) l
  `.execute(db);
  const [sealed] = rows;
  if (!sealed) throw new Error('an aggregate gave no row');
  return sealed;
}
