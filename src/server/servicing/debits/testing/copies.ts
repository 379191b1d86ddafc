import { sql } from 'kysely';
import type { Borrower } from '../../payments/testing/borrower.ts';
import type { TestProduct } from '../../../testing/product.ts';

/** Loans that are copies of one: the ids of all. Each has a customer and a card of its own. */
export async function copiesOf(
  { deps: { db } }: TestProduct,
  { loanId }: Borrower,
  count: number,
): Promise<readonly number[]> {
  const customerColumns = `country, first_name, last_name, legal_number, cellphone, cellphone_prefix, birthdate, created_at`;
  const loanColumns = `country, currency, state, principal, amount_delivered, instalment_count, instalment_amount,
    final_amount, is_membership, terms, rates, original, delivery_type, interest_from, created_at, disbursed_at`;
  await sql`
    insert into customer (hash, email, document_number, ${sql.raw(customerColumns)})
    select 'copy-' || n, 'copia' || n || '@example.com', (50000000 + n)::text, ${sql.raw(customerColumns)}
    from generate_series(1, ${count}::int) n, customer c
    where c.id = (select customer_id from loan where id = ${loanId})`.execute(db);
  await sql`
    insert into card (customer_id, gateway, token, stored_token, bin, brand, last_four, holder, expires_month, expires_year, created_at)
    select c.id, k.gateway, k.token, k.stored_token, k.bin, k.brand, k.last_four, k.holder, k.expires_month, k.expires_year, k.created_at
    from customer c, card k
    where c.hash like 'copy-%' and k.customer_id = (select customer_id from loan where id = ${loanId})`.execute(
    db,
  );
  await sql`
    insert into loan (public_id, customer_id, ${sql.raw(loanColumns)})
    select 'copied-loan-' || c.id, c.id, ${sql.raw(
      loanColumns
        .split(',')
        .map((name) => `l.${name.trim()}`)
        .join(', '),
    )}
    from customer c, loan l where c.hash like 'copy-%' and l.id = ${loanId}`.execute(db);
  await sql`
    insert into instalment (loan_id, number, due_date, principal, interest, tax, fee, fee_tax)
    select l.id, i.number, i.due_date, i.principal, i.interest, i.tax, i.fee, i.fee_tax
    from loan l, instalment i where l.public_id like 'copied-loan-%' and i.loan_id = ${loanId}`.execute(db);
  const rows = await db
    .selectFrom('loan')
    .select('id')
    .where('public_id', 'like', 'copied-loan-%')
    .orderBy('id')
    .execute();
  return [loanId, ...rows.map(({ id }) => id)];
}
