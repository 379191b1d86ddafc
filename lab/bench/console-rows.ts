import { base } from './portfolio.ts';
import type { BenchDatabase } from './postgres.ts';

/** Number of employees to whom past work is attributed. */
const people = 60;
/** Days over which the portfolio grew. */
const days = 730;

/** Timestamp of the nth of `many` events, as SQL. */
export const momentOf = (n: string, many: number) =>
  `(now() - (${many} - ${n})::float8 * interval '${days} days' / ${many})`;

/** Fills the tables behind every list with past and pending work for `many` loans, by set-based statements. */
export async function fillConsole({ fill }: Pick<BenchDatabase, 'fill'>, many: number): Promise<void> {
  const parts = [
    peopleRows,
    moneyRows,
    creditRows,
    closedBooks,
    payoutRows,
    ticketRows,
    staffRows,
    runningRows,
    figureRows,
  ];
  for (const part of parts) for (const statement of part(many)) await fill(statement);
  await fill('vacuum (analyze)');
  await fill('checkpoint');
}

/** Interval in loans that yields at most `most` rows. */
const every = (many: number, most: number) => Math.max(1, Math.ceil(many / most));

/** Phones, cards and logins of the generated customers; applications and decisions. */
function peopleRows(many: number): string[] {
  const all = `from generate_series(1, ${many}) n`;
  return [
    `update customer set cellphone = '11' || (40000000 + id - ${base})::text where id > ${base}`,
    `insert into card (customer_id, gateway, token, brand, last_four, holder, expires_month, expires_year, created_at)
     select ${base} + n, 'sandbox', 'bench-' || n, 'visa', lpad((n % 10000)::text, 4, '0'), 'ANA', 1, 2040, now() ${all}`,
    `insert into event (at, country, kind, customer_id, detail)
     select now() - d * interval '1 day', 'AR', 'login', ${base} + n, '{}'
     from generate_series(60, 1, -1) d, generate_series(1, ${Math.min(many, 20_000)}) n`,
    `insert into decision (country, customer_id, inputs, rule, outcome, at)
     select 'AR', ${base} + n, '{}', 'bench', case when n % 3 = 0 then '{"approved": false}' else '{"approved": true}' end::jsonb,
       ${momentOf('n', many)} ${all}`,
    `insert into lead (hash, country, first_name, last_name, email, phone, document_number, birthdate, origin, suitable, created_at)
     select 'bench-' || n, 'AR', 'Ana', 'Cartera', 'lead' || n || '@example.com', '', (10000000 + n)::text, '1990-01-01', 'bench', 1,
       ${momentOf('n', many)} ${all}`,
  ];
}

/** Ledger entries of payouts and payments, payment requests and reports, settlement files and unidentified money. */
function moneyRows(many: number): string[] {
  const paid = `from generate_series(1, ${many}) n where n % 10 < 7`;
  // Identifiers that no booked payment has: they lie between the booked ones.
  const lost = 10 * every(many, 500_000);
  // Condition for unidentified money that still waits.
  const waits = `n / ${lost} % 12 = 0`;
  const lostRows = `from generate_series(7, ${many}, ${lost}) n`;
  return [
    `insert into ledger_transaction (id, country, currency, loan_id, kind, value_date, at) overriding system value
     select 2 * ${base}::bigint + n, 'AR', 'ARS', ${base} + n, 'disbursement-confirmed', current_date, ${momentOf('n', many)}
     from generate_series(1, ${many}) n`,
    `insert into ledger_entry (transaction_id, line, account, amount)
     select 2 * ${base}::bigint + n, line, case line when 1 then 'disbursement-in-transit' else 'bank' end, 10000000 * (3 - 2 * line)
     from generate_series(1, ${many}) n, generate_series(1, 2) line`,
    `insert into ledger_transaction (id, country, currency, loan_id, payment_id, kind, value_date, at) overriding system value
     select ${base} + n, 'AR', 'ARS', ${base} + n, ${base} + n, 'payment-received', current_date, ${momentOf('n', many)} ${paid}`,
    `insert into ledger_entry (transaction_id, line, account, amount)
     select ${base} + n, line, case line when 1 then 'collections' else 'principal-receivable' end, 2000000 * (3 - 2 * line)
     from generate_series(1, ${many}) n, generate_series(1, 2) line where n % 10 < 7`,
    `insert into payment_request (id, hash, country, loan_id, method, kind, amount, priced_on, due_date, reference, state,
       created_at, closed_at) overriding system value
     select ${base} + n, 'bench-' || n, 'AR', ${base} + n, 'rapipago', 'coupon', 2000000 + n, current_date, current_date,
       lpad((30000000000000 + n)::text, 14, '0'), 'paid', ${momentOf('n', many)}, ${momentOf('n', many)} ${paid}`,
    `insert into payment_report (id, country, source, report_id, request_reference, amount, currency, paid_on, outcome,
       request_id, payment_id, reported_at) overriding system value
     select ${base} + n, 'AR', 'rapipago', 'bench-' || n, lpad((30000000000000 + n)::text, 14, '0'), 2000000 + n, 'ARS', current_date,
       'exact', ${base} + n, ${base} + n, ${momentOf('n', many)} ${paid}`,
    `insert into payment_report (id, country, source, report_id, request_reference, amount, currency, paid_on, outcome, reported_at, text)
     overriding system value
     select ${base} + n, 'AR', case when n / ${lost} % 5 = 0 then 'rapipago' else 'bank-transfer' end, 'lost-' || n, '', 3000000 + n, 'ARS',
       current_date, case when ${waits} then 'unmatched' else 'returned' end, ${momentOf('n', many)},
       'PAGO ' || (10000000 + n) ${lostRows}`,
    `insert into ledger_transaction (id, country, currency, kind, value_date, at) overriding system value
     select 3 * ${base}::bigint + 2 * n + side, 'AR', 'ARS', case side when 0 then 'payment-unidentified' else 'payment-returned' end,
       current_date, ${momentOf('n', many)}
     from generate_series(7, ${many}, ${lost}) n, generate_series(0, 1) side where side = 0 or not (${waits})`,
    `insert into ledger_entry (transaction_id, line, account, amount)
     select 3 * ${base}::bigint + 2 * n + side, line, case line when 1 then 'unidentified-payments' else 'bank' end,
       (3000000 + n) * (2 * line - 3) * (1 - 2 * side)
     from generate_series(7, ${many}, ${lost}) n, generate_series(0, 1) side, generate_series(1, 2) line
     where side = 0 or not (${waits})`,
    `insert into collection_file (id, network, country, sha256, name, settled_on, line_count, amount, imported_at)
     overriding system value
     select ${base} + d, 'rapipago', 'AR', sha256(d::text::bytea), 'bench-' || d, current_date - ${days} + d, ${Math.ceil(many / days)},
       1000000, now() - (${days} - d) * interval '1 day' from generate_series(1, ${days}) d`,
    `insert into collection_line (file_id, line, kind, report_id, reference, amount, paid_on, outcome)
     select ${base} + 1 + (n::bigint * ${days} / ${many + 1}), n, 'payment', 'bench-' || n, '', 2000000 + n, current_date,
       case when n % 200 = 0 then 'unmatched' else 'exact' end ${paid}`,
  ];
}

/** Loans that ever held credit, the few that still do, and refunds. */
function creditRows(many: number): string[] {
  const ever = every(many, 50_000);
  const still = `n % ${every(many, 2_000)} = 0`;
  const refund = every(many, 20_000);
  const sides = `from generate_series(${ever}, ${many}, ${ever}) n, generate_series(0, 1) side`;
  return [
    `update loan set credit_since = current_date - 100 where id in (select ${base} + n from generate_series(${ever}, ${many}, ${ever}) n)`,
    `insert into ledger_transaction (id, country, currency, loan_id, kind, value_date, at) overriding system value
     select 4 * ${base}::bigint + 2 * n + side, 'AR', 'ARS', ${base} + n, case side when 0 then 'payment-received' else 'credit-applied' end,
       current_date, ${momentOf('n', many)} ${sides} where side = 0 or not (${still})`,
    `insert into ledger_entry (transaction_id, line, account, amount)
     select 4 * ${base}::bigint + 2 * n + side, line, case line when 1 then 'customer-credit' else 'principal-receivable' end,
       500000 * (2 * line - 3) * (1 - 2 * side)
     ${sides}, generate_series(1, 2) line where side = 0 or not (${still})`,
    // The trigger that maintains it is off while rows are generated.
    `insert into credit_balance (loan_id, country, amount)
     select ${base} + n, 'AR', case when ${still} then 500000 else 0 end from generate_series(${ever}, ${many}, ${ever}) n`,
    `insert into credit_refund (id, country, loan_id, customer_id, amount, of_membership, currency, rail, reference, bank_account_id,
       holder, legal_number, bank_id, destination, state, requested_by, approved_by, created_at, changed_at)
     overriding system value
     select ${base} + n, 'AR', ${base} + n, ${base} + n, 500000, 0, 'ARS', 'cbu', 'bench-refund-' || n, 1, 'Ana', '', '285',
       '2850590940090418135201', case when n % ${refund * 400} = 0 then 'unknown' when n % 50 = 0 then 'failed' else 'completed' end,
       'Ana', 'Eva', ${momentOf('n', many)}, ${momentOf('n', many)} from generate_series(${refund}, ${many}, ${refund}) n`,
  ];
}

/** Balances stored by the nightly ledger check, up to yesterday. */
function closedBooks(many: number): string[] {
  const block = 20_000;
  const closed = Math.floor((4 * base + 2 * many * (1 - 1 / days)) / block) * block;
  return [
    `insert into ledger_sum (country, from_id, currency, account, amount)
     select t.country, (t.id - 1) / ${block} * ${block} + 1, t.currency, e.account, sum(e.amount)
     from ledger_transaction t join ledger_entry e on e.transaction_id = t.id where t.id <= ${closed} group by 1, 2, 3, 4`,
    `insert into check_turn (name, day, checked_to) select 'ledger ' || code, current_date, ${closed} from country
     on conflict (name) do update set checked_to = excluded.checked_to`,
  ];
}

/** Open, held and failed payouts; photos waiting for review. */
function payoutRows(many: number): string[] {
  const open = every(many, 2_000);
  const failed = every(many, 10_000);
  const review = every(many, 100_000);
  const hold = every(many, 20_000);
  return [
    `update payout set state = (array['planned', 'sent', 'unknown', 'planned'])[1 + (loan_id / ${open} % 4)],
       is_on_hold = loan_id / ${open} % 4 = 3, due_at = now() + interval '1 year'
     where loan_id in (select ${base} + n from generate_series(${open}, ${many}, ${open}) n)`,
    `update payout set state = 'failed'
     where state = 'confirmed' and loan_id in (select ${base} + n from generate_series(${failed}, ${many}, ${failed}) n)`,
    `insert into identity_review (country, customer_id, loan_id, state, created_at, queued_at, decided_at, decided_by)
     select 'AR', ${base} + n, ${base} + n, state, ${momentOf('n', many)}, ${momentOf('n', many)},
       case when state = 'approved' then now() end, case when state = 'approved' then ${base} + 1 + n % ${people} end
     from generate_series(${review}, ${many}, ${review}) n,
       lateral (select case n / ${review} % 50 when 0 then 'waiting' when 1 then 'asked' else 'approved' end as state) s`,
    `insert into customer_hold (country, customer_id, reason, note, placed_at, placed_by, lifted_at)
     select 'AR', ${base} + n, (array['fraud', 'deceased', 'court-order', 'compliance'])[1 + n / ${hold} / 2 % 4], 'bench',
       ${momentOf('n', many)}, ${base} + 1 + n % ${people}, case when n / ${hold} % 2 = 0 then now() end
     from generate_series(${hold}, ${many}, ${hold}) n`,
  ];
}

/** Tickets with their conversations, and requests. */
function ticketRows(many: number): string[] {
  const ticket = every(many, 200_000);
  const request = every(many, 20_000);
  const some = `from generate_series(${request}, ${many}, ${request}) n`;
  const open = `n / ${request} % 60 = 0`;
  return [
    `insert into ticket (id, public_id, country, customer_id, kind, subject, content, name, email, document_number, status,
       created_at, updated_at, assigned_to, closed_at) overriding system value
     select ${base} + n, 'bench-ticket-' || n, 'AR', ${base} + n, case when n % 2 = 0 then 'reclamo' else 'suggestion' end,
       'Una pregunta', 'Hola', 'Ana', '', '', case when is_open then 'open' else 'closed' end, ${momentOf('n', many)},
       ${momentOf('n', many)}, case when n / ${ticket} % 7 < 3 then ${base} + 1 + n % ${people} end, case when not is_open then now() end
     from generate_series(${ticket}, ${many}, ${ticket}) n, lateral (select n / ${ticket} % 60 = 0 as is_open) o`,
    `insert into ticket_message (ticket_id, author, content, created_at)
     select ${base} + n, 'customer', 'Hola', ${momentOf('n', many)} from generate_series(${ticket}, ${many}, ${ticket}) n`,
    `insert into cancellation_request (country, customer_id, loan_id, reason, state, created_at, decided_by)
     select 'AR', ${base} + n, ${base} + n, 'other', case when ${open} then 'under-review' else 'rejected' end, ${momentOf('n', many)},
       case when ${open} then '' else 'Eva' end ${some}`,
    `insert into withdrawal (code, country, kind, document_number, email, state, customer_id, loan_id, requested_at, confirmed_at, decided_by)
     select 'bench-' || n, 'AR', 'loan', (10000000 + n)::text, '', case when ${open} then 'received' else 'refused' end, ${base} + n,
       ${base} + n, ${momentOf('n', many)}, case when ${open} then null else now() end, case when ${open} then '' else 'Eva' end ${some}`,
    `insert into erasure_request (public_id, country, customer_id, state, requested_at, decided_by)
     select 'bench-' || n, 'AR', ${base} + n, case when ${open} then 'waiting' else 'refused' end, ${momentOf('n', many)},
       case when ${open} then '' else 'Eva' end ${some}`,
  ];
}

/** Employees, their actions, pending approvals and changes of settings. */
function staffRows(many: number): string[] {
  const approval = every(many, 50_000);
  return [
    `insert into staff_member (id, email, name, roles, countries, state, created_at, changed_at) overriding system value
     select ${base} + n, 'bench' || n || '@example.com', 'Persona ' || n, '{agent}', '{AR,UY}', 'active', now(), now()
     from generate_series(1, ${people}) n`,
    `insert into staff_audit (at, staff_id, action, subject, subject_name, country, customer_id, reason_code, reason, request_id,
       address, device, before, after)
     select ${momentOf('n', many)}, ${base} + 1 + n % ${people},
       case n % 5 when 0 then 'POST /api/staff/tickets/{id}/reply' when 1 then 'POST /api/staff/search' else 'GET /api/staff/customers/{id}' end,
       'customer:' || ${base} + n, 'Ana Cartera', 'AR', ${base} + n, '', '', '', '10.0.0.1', 'Chrome', '{}', '{}'
     from generate_series(1, ${many}) n`,
    `insert into staff_approval (action, request, permission, subject, subject_name, country, customer_id, reason_code, reason, before,
       after, requested_by, requested_at, state, decided_by, decided_at)
     select 'POST /api/staff/money/credits/{id}/refund', '{}', 'money.approve', 'credit:' || ${base} + n, 'Préstamo', 'AR', ${base} + n,
       'customer_asks', 'Lo pide', '{}', '{}', ${base} + 1, ${momentOf('n', many)}, case when is_open then 'pending' else 'approved' end,
       case when is_open then null else ${base} + 2 end, case when is_open then null else now() end
     from generate_series(${approval}, ${many}, ${approval}) n, lateral (select n / ${approval} % 200 = 0 as is_open) o`,
    `insert into setting_change (country, name, version, before, after, staff_id, changed_by, reason_code, reason, created_at)
     select 'AR', 'chat-autostart', n, 'true', 'false', ${base} + 1, 'Persona 1', 'business', 'Cambio', now()
     from generate_series(1, 5000) n`,
  ];
}

/** Messages and jobs, failed ones included, daily runs, and differences with providers. */
function runningRows(many: number): string[] {
  const failed = every(many, 1_000);
  return [
    `insert into message (country, channel, recipient, created_at, sent_at, state, due_at, given_up_at, customer_id, tries)
     select 'AR', 'email', '', ${momentOf('n', many)}, case when n % ${failed} > 1 then now() end,
       case n % ${failed} when 0 then 'failed' when 1 then 'queued' else 'sent' end,
       case when n % ${failed} = 1 then now() + interval '1 year' end, case when n % ${failed} = 0 then now() - n % 6 * interval '1 day' end,
       ${base} + n, 1 from generate_series(1, ${many}) n`,
    `insert into jobs.job (name, state, data, output, created_on, completed_on)
     select case n % 2 when 0 then 'send-link' else 'renew-offer' end,
       (case when n % 100 = 0 then 'failed' else 'completed' end)::jobs.job_state, '{"country": "AR"}', '{"message": "timeout"}',
       now() - n % 600000 * interval '1 second', now() - n % 600000 * interval '1 second'
     from generate_series(1, least(${many}, 200000)) n`,
    `insert into daily_run (job, country, day, enqueued_at, started_at, finished_at)
     select job, country, current_date - d, now() - d * interval '1 day', now() - d * interval '1 day', now() - d * interval '1 day'
     from unnest(array['credits', 'debits', 'reminders', 'reminder-sms', 'withdrawal-returns', 'membership-charges', 'reconciliation',
         'ledger-check', 'seal-check', 'portfolio-snapshot', 'day-figures']) job, unnest(array['AR', 'UY']) country,
       generate_series(1, ${days}) d`,
    `insert into reconciliation_difference (country, provider, key, day, kind, our_amount, found_at, closed_at)
     select 'AR', 'sandbox', 'bench-' || n, current_date, 'unknown-there', 100, now(), case when n % 40 = 0 then null else now() end
     from generate_series(1, least(${many}, 10000)) n`,
    `insert into dated_value (country, kind, first_day, value, entered_by, created_at)
     select 'UY', 'unit', current_date - d, '6.5', 'Eva', now() from generate_series(1, ${days}) d`,
  ];
}

/** Loan states at yesterday's close and at each month's end, with the figures of those days. */
function figureRows(many: number): string[] {
  const months = 'generate_series(1, 13) m';
  const end = "(date_trunc('month', current_date) - (m - 1) * interval '1 month' - interval '1 day')::date";
  return [
    `insert into portfolio_loan (day, loan_id, country, days_late, principal, overdue, class)
     select day, ${base} + n, 'AR', late, 10000000, 200000, width_bucket(late, array[0, 32, 91, 181, 366])
     from unnest(array[current_date - 1, (date_trunc('month', current_date) - interval '1 day')::date]) day,
       generate_series(1, ${many}) n, lateral (select case when n % 10 < 7 then 0 else n % 180 end as late) l
     on conflict do nothing`,
    `insert into portfolio_class (country, day, class, loans, principal, overdue)
     select 'AR', current_date - d, class, ${many} / 5, 1000000000, 10000000
     from generate_series(1, ${days}) d, generate_series(1, 5) class`,
    `insert into portfolio_day (country, day, late_from, loans, principal, overdue)
     select 'AR', current_date - d, late, ${many} / 5, 1000000000, 10000000
     from generate_series(1, ${days}) d, unnest(array[0, 1, 31, 61, 91]) late`,
    `insert into portfolio_vintage (country, day, origin, loans, granted, principal, late_30, late_90)
     select 'AR', ${end}, (date_trunc('month', current_date) - o * interval '1 month')::date, 1000, 1000000, 500000, 1000, 500
     from ${months}, generate_series(1, 24) o`,
    `insert into portfolio_roll (country, day, late_from, late_to, loans, principal)
     select 'AR', ${end}, a, b, 1000, 1000000 from ${months}, unnest(array[0, 1, 31, 61, 91]) a, unnest(array[0, 1, 31, 61, 91]) b`,
    `insert into day_figure (country, day, figure, part, count, amount)
     select 'AR', current_date - d, figure, part, 1000, 1000000
     from generate_series(1, ${days}) d, (values ('money-in', 'rapipago'), ('money-in', 'bank-transfer'), ('pay-out', 'cbu'),
       ('application', 'sign-up'), ('application', 'account'), ('application', 'confirmed'), ('decision', 'approved'),
       ('decision', 'refused')) f (figure, part)`,
  ];
}
