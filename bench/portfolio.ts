import type { BenchDatabase } from './postgres.ts';
import { first } from './statements.ts';

/** What the generated loans are copies of: the rows of one that the product confirmed. */
const loanColumns = `country, currency, state, principal, amount_delivered, instalment_count, instalment_amount,
  final_amount, is_membership, terms, rates, original, delivery_type, delivery_point, interest_from, created_at`;

export const publicIdOf = (n: number) => `portfolio-loan-${String(n).padStart(9, '0')}`;
/** A DNI of eight digits. */
export const documentOf = (n: number) => String(10_000_000 + n);
const batch = 50_000;
/** Beyond any row that the product makes by itself. */
export const base = 100_000_000;

/**
 * Makes the portfolio as large as asked: customers with a loan paid out, twelve instalments each, copies of
 * the loan that the product confirmed first. Without a check of each row, and therefore fast.
 * @param at when the nth of them was made, as SQL with `n`
 */
export async function fillPortfolio(
  database: Pick<BenchDatabase, 'fill'>,
  from: number,
  to: number,
  at = 'now()',
): Promise<void> {
  await addLoans(database, from, to, at);
  await database.fill(
    'vacuum (analyze) customer, loan, instalment, disbursement, payment, payment_allocation',
  );
  await database.fill('checkpoint');
}

/** The same without what makes the tables ready for reading. */
export async function addLoans(
  { fill }: Pick<BenchDatabase, 'fill'>,
  from: number,
  to: number,
  at = 'now()',
): Promise<void> {
  // Their papers are not due. An earlier version, measured beside this one, has not all of these columns.
  const { rows } = await fill(
    `select column_name as name from information_schema.columns
     where (table_name, column_name) in (('loan', 'docket_due_at'), ('disbursement', 'loan_country'))`,
  );
  const known = (rows as readonly { readonly name: string }[]).map(({ name }) => `${name}, `);
  const own = known.filter((name) => name.startsWith('docket'));
  const country = known.filter((name) => name.startsWith('loan_country')).join('');
  for (let low = from; low < to; low += batch) {
    const range = [low + 1, Math.min(low + batch, to)];
    await fill(
      `insert into customer (id, hash, country, email, first_name, last_name, document_number, legal_number,
         cellphone, cellphone_prefix, birthdate, created_at)
       overriding system value
       select ${base} + n, 'portfolio-' || n, 'AR', 'portfolio' || n || '@example.com', 'Ana', 'Cartera',
         (10000000 + n)::text, '', '1140000000', '54', '1990-01-01', ${at}
       from generate_series($1::int, $2::int) n`,
      range,
    );
    await fill(
      `insert into loan (id, public_id, customer_id, ${own.join('')}${loanColumns})
       overriding system value
       select ${base} + n, 'portfolio-loan-' || lpad(n::text, 9, '0'), ${base} + n, ${own.map(() => 'null, ').join('')}
         ${loanColumns.replace(' state,', " 'approved',").replace(' created_at', ` ${at}`)}
       from generate_series($1::int, $2::int) n, loan model where model.id = ${first.loan}`,
      range,
    );
    await fill(
      `insert into instalment (loan_id, number, due_date, principal, interest, tax, fee, fee_tax)
       select ${base} + n, number, due_date, principal, interest, tax, fee, fee_tax
       from generate_series($1::int, $2::int) n, instalment model where model.loan_id = ${first.loan}
       order by n, number`,
      range,
    );
    await fill(
      `insert into disbursement (loan_id, ${country}reference, rail, amount, holder, legal_number, bank_id, destination,
         state, created_at, changed_at, delivered_on)
       select ${base} + n, ${country}'portfolio' || n, rail, amount, holder, legal_number, bank_id, destination, 'confirmed', ${at}, ${at},
         current_date
       from generate_series($1::int, $2::int) n, disbursement model where model.loan_id = ${first.loan}`,
      range,
    );
    await payFirstInstalment(fill, range, at);
  }
}

/** Seven of ten will have paid their first instalment on its due date: what it covers is its interest, tax and capital. */
async function payFirstInstalment(fill: BenchDatabase['fill'], range: number[], at: string): Promise<void> {
  await fill(
    `insert into payment (id, public_id, loan_id, source, reference, amount, instalments, value_date, received_at)
     overriding system value
     select ${base} + n, 'portfolio-payment-' || n, ${base} + n, 'portfolio', n::text,
       model.interest + model.tax + model.principal, '{1}', model.due_date, ${at}
     from generate_series($1::int, $2::int) n, instalment model
     where model.loan_id = ${first.loan} and model.number = 1 and n % 10 < 7`,
    range,
  );
  await fill(
    `insert into payment_allocation (payment_id, posted_by, instalment, component, amount)
     select ${base} + n, ${base} + n, 1, part.component, part.amount
     from generate_series($1::int, $2::int) n, instalment model,
       lateral (values ('interest', model.interest), ('tax', model.tax), ('principal', model.principal)) part (component, amount)
     where model.loan_id = ${first.loan} and model.number = 1 and n % 10 < 7`,
    range,
  );
}
