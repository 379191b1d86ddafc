import type { BenchDatabase } from './postgres.ts';
import { first } from './statements.ts';

/** Portfolio tables, in insertion order. */
export const PORTFOLIO_TABLES = [
  'customer',
  'loan',
  'instalment',
  'payout',
  'payment',
  'payment_allocation',
] as const;
export type PortfolioTable = (typeof PORTFOLIO_TABLES)[number];

/** Columns copied from the loan that the product confirmed. */
const loanColumns = `country, currency, state, principal, amount_delivered, instalment_count, instalment_amount,
  final_amount, is_membership, terms, rates, original, delivery_type, delivery_point, interest_from, created_at`;

export const publicIdOf = (n: number) => `portfolio-loan-${String(n).padStart(9, '0')}`;
/** Eight-digit DNI. */
export const documentOf = (n: number) => String(10_000_000 + n);
const batch = 50_000;
/** Above any id that the product assigns by itself. */
export const base = 100_000_000;

/**
 * Adds loans `from` to `to`, paid out, with twelve instalments each: copies of the loan that the product
 * confirmed first. Fast, because row checks are off.
 * @param at timestamp of the nth one, as SQL with `n`
 */
export async function fillPortfolio(
  database: Pick<BenchDatabase, 'fill'>,
  from: number,
  to: number,
  at = 'now()',
): Promise<void> {
  await addLoans(database, from, to, at);
  await database.fill(`vacuum (analyze) ${PORTFOLIO_TABLES.join(', ')}`);
  await database.fill('checkpoint');
}

/**
 * Adds loans without preparing the tables for reading.
 * @param tables to fill; all by default
 */
export async function addLoans(
  database: Pick<BenchDatabase, 'fill'>,
  from: number,
  to: number,
  at = 'now()',
  tables: readonly PortfolioTable[] = PORTFOLIO_TABLES,
): Promise<void> {
  const insert = insertsOf(at);
  for (let low = from; low < to; low += batch)
    for (const table of tables) await database.fill(insert[table], [low + 1, Math.min(low + batch, to)]);
}

/**
 * Insert statement per table, for rows $1 to $2. Seven of ten loans have paid their first instalment on its due date;
 * the payment covers interest, tax and capital. Their documents are not due.
 */
function insertsOf(at: string): Readonly<Record<PortfolioTable, string>> {
  const rows = 'generate_series($1::int, $2::int) n';
  const model = (table: string) => `${rows}, ${table} model where model.loan_id = ${first.loan}`;
  return {
    customer: `insert into customer (id, hash, country, email, first_name, last_name, document_number, legal_number,
        cellphone, cellphone_prefix, birthdate, created_at)
      overriding system value
      select ${base} + n, 'portfolio-' || n, 'AR', 'portfolio' || n || '@example.com', 'Ana', 'Cartera',
        (10000000 + n)::text, '', '1140000000', '54', '1990-01-01', ${at}
      from ${rows}`,
    loan: `insert into loan (id, public_id, customer_id, docket_due_at, may_have_rare_facts, tax_rule,
        ${loanColumns})
      overriding system value
      select ${base} + n, 'portfolio-loan-' || lpad(n::text, 9, '0'), ${base} + n, null, false, 'payment',
        ${loanColumns.replace(' state,', " 'approved',").replace(' created_at', ` ${at}`)}
      from ${rows}, loan model where model.id = ${first.loan}`,
    instalment: `insert into instalment (loan_id, number, due_date, principal, interest, tax, fee, fee_tax)
      select ${base} + n, number, due_date, principal, interest, tax, fee, fee_tax
      from ${model('instalment')} order by n, number`,
    payout: `insert into payout (loan_id, loan_country, reference, rail, amount, holder, legal_number, bank_id,
        destination, state, created_at, changed_at, delivered_on)
      select ${base} + n, loan_country, 'portfolio' || n, rail, amount, holder, legal_number, bank_id, destination,
        'confirmed', ${at}, ${at}, current_date
      from ${model('payout')}`,
    payment: `insert into payment (id, public_id, loan_id, source, reference, amount, instalments, value_date, received_at)
      overriding system value
      select ${base} + n, 'portfolio-payment-' || n, ${base} + n, 'portfolio', n::text,
        model.interest + model.tax + model.principal, '{1}', model.due_date, ${at}
      from ${model('instalment')} and model.number = 1 and n % 10 < 7`,
    payment_allocation: `insert into payment_allocation (payment_id, posted_by, instalment, component, amount)
      select ${base} + n, ${base} + n, 1, part.component, part.amount
      from ${rows}, instalment model,
        lateral (values ('interest', model.interest), ('tax', model.tax), ('principal', model.principal))
          part (component, amount)
      where model.loan_id = ${first.loan} and model.number = 1 and n % 10 < 7`,
  };
}
