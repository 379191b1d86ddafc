import { sql } from 'kysely';
import type { OutputOf } from '../../../contract/contract.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { packOf } from '../../../countries/index.ts';
import { addDays, type CalendarDate } from '../../../domain/calendar-date.ts';
import type { ContactRefusal } from '../../../domain/contact-gate.ts';
import { centavos, toUnits } from '../../../domain/money.ts';
import type { Queryable } from '../../platform/database.ts';
import { RANGE_STARTS } from '../portfolio/service.ts';
import { lastCloseOf } from './queue.ts';

type Figures = OutputOf<'GET /api/staff/collections/figures'>;
type Figure = Figures['result'][number];

interface Period {
  readonly country: CountryCode;
  readonly today: CalendarDate;
  readonly days: number;
}

/** Group of a figure: '' for jobs and borrowers; the range of days late, null for contacts without one. */
interface Group {
  readonly person: string;
  readonly range: number | null;
}

interface ContactSums extends Group {
  readonly calls: number;
  readonly mails: number;
  readonly texts: number;
  readonly customers: number;
  readonly cured: number;
}

interface PromiseSums extends Group {
  readonly promises: number;
  /** Centavos. */
  readonly promised: number;
  readonly kept: number;
  readonly broken: number;
}

/** Range of days late on the day of the contact `t`, 0 to 4. */
const range = sql`width_bucket(t.days_late, array[1, 31, 61, 91])`;

/** Figures of the last days by person and range of days late, with the refusals of the contact gate. */
export async function collectionFigures(db: Queryable, period: Period): Promise<Figures> {
  const { country, today } = period;
  const from = addDays(today, 1 - period.days);
  const [contacts, promises, refusals] = await Promise.all([
    contactSums(db, country, from),
    promiseSums(db, country, { from, today }),
    refusalsSince(db, country, from),
  ]);
  const ofPromises = new Map(promises.map((row) => [keyOf(row), row]));
  const groups = new Map([...contacts, ...promises].map((row) => [keyOf(row), row]));
  const ofContacts = new Map(contacts.map((row) => [keyOf(row), row]));
  const result = [...groups].map(([key, group]) =>
    figureOf(group, ofContacts.get(key), ofPromises.get(key), country),
  );
  return { result: result.toSorted(byPersonAndRange), refusals: [...refusals] };
}

const keyOf = ({ person, range: index }: Group) => `${person}\n${index ?? ''}`;

const byPersonAndRange = (a: Figure, b: Figure) =>
  a.person.localeCompare(b.person, 'es') || (a.late_from ?? -1) - (b.late_from ?? -1);

function figureOf(
  { person, range: index }: Group,
  contacts: ContactSums | undefined,
  promises: PromiseSums | undefined,
  country: CountryCode,
): Figure {
  return {
    person,
    late_from: index === null ? null : (RANGE_STARTS[index] ?? null),
    currency: packOf(country).currency,
    calls: contacts?.calls ?? 0,
    mails: contacts?.mails ?? 0,
    texts: contacts?.texts ?? 0,
    promises: promises?.promises ?? 0,
    promised: toUnits(centavos(promises?.promised ?? 0)),
    kept: promises?.kept ?? 0,
    broken: promises?.broken ?? 0,
    cured: contacts?.cured ?? 0,
    customers: contacts?.customers ?? 0,
  };
}

/** Contacts by person and range. Cured: customers with nothing overdue on these loans at the last close. */
async function contactSums(
  db: Queryable,
  country: CountryCode,
  from: CalendarDate,
): Promise<readonly ContactSums[]> {
  const closed = await lastCloseOf(db, country);
  const { rows } = await sql<ContactSums>`
    select coalesce(m.name, '') as person, ${range} as range,
      count(*) filter (where t.channel = 'call')::int as calls, count(*) filter (where t.channel = 'mail')::int as mails,
      count(*) filter (where t.channel in ('sms', 'whatsapp'))::int as texts,
      count(distinct t.customer_id)::int as customers,
      count(distinct t.customer_id) filter (where p.loan_id is null and ${closed}::date is not null)::int as cured
    from contact t left join staff_member m on m.id = t.staff_id
      left join portfolio_loan p on p.day = ${closed}::date and p.loan_id = t.loan_id and p.days_late > 0
    where t.country = ${country} and t.day >= ${from}::date
    group by 1, 2`.execute(db);
  return rows;
}

/** Promises by person and range of their contact, without those that borrowers made alone. */
async function promiseSums(
  db: Queryable,
  country: CountryCode,
  { from, today }: { readonly from: CalendarDate; readonly today: CalendarDate },
): Promise<readonly PromiseSums[]> {
  const { rows } = await sql<PromiseSums>`
    select person, range, count(*)::int as promises, sum(amount)::bigint as promised,
      count(*) filter (where is_kept)::int as kept,
      count(*) filter (where not is_kept and until < ${today}::date)::int as broken
    from (
      select coalesce(s.name, '') as person, ${range} as range, m.amount, m.until,
        m.amount <= (select coalesce(sum(y.amount), 0) from payment y left join payment_reversal v on v.payment_id = y.id
          where y.loan_id = m.loan_id and v.payment_id is null and y.value_date between m.made_on and m.until) as is_kept
      from promise m left join staff_member s on s.id = m.staff_id left join contact t on t.id = m.contact_id
      where m.country = ${country} and m.until >= ${from}::date and m.made_on >= ${from}::date) judged
    group by 1, 2`.execute(db);
  return rows;
}

async function refusalsSince(db: Queryable, country: CountryCode, from: CalendarDate) {
  const { rows } = await sql<{ reason: ContactRefusal; by_staff: number; by_jobs: number }>`
    select reason, coalesce(sum(count) filter (where by_staff), 0)::int as by_staff,
      coalesce(sum(count) filter (where not by_staff), 0)::int as by_jobs
    from contact_refusal where country = ${country} and day >= ${from}::date group by reason order by 2 desc, 3 desc, 1`.execute(
    db,
  );
  return rows;
}
