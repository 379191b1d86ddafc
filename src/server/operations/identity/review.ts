import { sql, type RawBuilder } from 'kysely';
import type { WholeReview } from '../../../contract/staff/identity.ts';
import { differingFields } from '../../../countries/identifiers/document-barcode.ts';
import { PHOTO_KINDS, PHOTO_REASONS } from '../../../countries/identity-reasons.ts';
import { localDate } from '../../../countries/local-time.ts';
import { documentReadingOf } from '../../customers/documents/service.ts';
import type { AskedPhoto, Review } from '../../customers/identity/service.ts';
import { imagesOf } from '../../customers/profile/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable } from '../../platform/database.ts';
import { reviewColumns, reviewJoins, reviewView, type ReviewRow } from './list.ts';
import { maskDocument } from '../../staff/masks/service.ts';
import type { Facts } from '../../staff/actions/service.ts';

type Twins = WholeReview['twins'][number];

/** Customers listed per kind; eleven or a hundred are the same warning. */
const mostTwins = 10;
/** Rows scanned per kind: an office's address or a bank's pooled account is shared by many. */
const mostRows = 200;

/**
 * Other customers of the country with the same phone, account, device, card or photo. Each part uses an
 * index; a device is the same browser at the same address at confirmation.
 */
async function twinsOf(
  db: Queryable,
  { customerId, country, loanId }: { customerId: number; country: string; loanId: number },
): Promise<Twins[]> {
  const mine = sql`customer_id = ${customerId}`;
  const parts: readonly RawBuilder<unknown>[] = [
    sql`select 'phone'::text as what, o.id as id from customer me join customer o
      on o.country = me.country and o.cellphone = me.cellphone where me.id = ${customerId} and me.cellphone <> ''`,
    sql`select 'account'::text as what, o.customer_id as id from bank_account me join bank_account o
      on o.account_number = me.account_number and o.bank_id = me.bank_id and o.removed_at is null
      where me.${mine} and me.removed_at is null`,
    sql`select 'device'::text as what, l.customer_id as id from acceptance me join acceptance o
      on o.address = me.address and o.device = me.device join loan l on l.id = o.loan_id
      where me.loan_id = ${loanId} and me.device <> ''`,
    sql`select 'card'::text as what, o.customer_id as id from card me join card o on o.last_four = me.last_four and o.bin = me.bin
      and o.brand = me.brand and o.expires_month = me.expires_month and o.expires_year = me.expires_year
      and o.removed_at is null where me.${mine} and me.removed_at is null and me.bin <> ''`,
    sql`select 'photo'::text as what, o.customer_id as id from image me join image o on o.sha256 = me.sha256
      where me.${mine} and me.replaced_at is null`,
  ];
  const bounded = parts.map(
    (part) => sql`(select * from (${part}) p where p.id <> ${customerId} limit ${mostRows})`,
  );
  const { rows } = await sql<{ what: Twins['what']; people: Twins['people'] }>`
    select s.what, json_agg(json_build_object('id', s.id::text, 'person', s.person, 'document', s.document, 'is_fraud', s.is_fraud)
      order by s.is_fraud desc, s.id desc) as people
    from (
      select f.what, c.id, trim(both ' ' from concat(c.first_name, ' ', c.last_name)) as person,
        c.document_number as document,
        coalesce((select r.is_fraud from identity_review r where r.customer_id = c.id
          and r.state in ('approved', 'rejected') order by r.id desc limit 1), false)
          or exists (select from customer_hold h where h.customer_id = c.id and h.reason = 'fraud'
            and h.lifted_at is null) as is_fraud
      from (select distinct what, id from (${sql.join(bounded, sql` union all `)}) all_of) f
      join customer c on c.id = f.id
      where c.country = ${country} and c.erased_at is null
    ) s group by s.what order by s.what
  `.execute(db);
  return rows.map(({ what, people }) => ({
    what,
    people: people
      .slice(0, mostTwins)
      .map(({ document, ...each }) => ({ ...each, document: maskDocument(document) })),
    more: people.length > mostTwins,
  }));
}

interface WholeRow extends ReviewRow {
  readonly version: number;
  readonly asked: readonly AskedPhoto[];
  readonly claimed_by_id: number | null;
  readonly claimed_until: Date | null;
  readonly first_name: string;
  readonly last_name: string;
  readonly document_number: string;
  readonly birthdate: string;
  readonly loans_before: number;
  readonly marked_before: boolean;
}

type Typed = Pick<WholeRow, 'first_name' | 'last_name' | 'document_number' | 'birthdate'>;
type Reading = Awaited<ReturnType<typeof documentReadingOf>>;

/** All data for deciding on an identity. @param staffId the reader */
export async function wholeReview(
  db: Queryable,
  { vault, clock }: Pick<Dependencies, 'vault' | 'clock'>,
  id: number,
  staffId: number,
): Promise<(WholeReview & { readonly customerId: number }) | undefined> {
  const now = clock.now();
  const { rows } = await sql<WholeRow>`
    select ${reviewColumns(now)}, r.version, r.asked, r.claimed_by as claimed_by_id, r.claimed_until,
      c.first_name, c.last_name, c.document_number, c.birthdate,
      (select count(*)::int from loan b where b.customer_id = c.id and b.id < l.id) as loans_before,
      exists (select from identity_review b where b.customer_id = c.id and b.is_fraud and b.id < r.id) as marked_before
    from identity_review r ${reviewJoins} where r.id = ${id}
  `.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const customerId = row.customer_id;
  const [images, reading, twins] = [
    await imagesOf(db, customerId),
    await documentReadingOf(db, vault, customerId),
    await twinsOf(db, { customerId, country: row.country, loanId: row.loan_id }),
  ];
  const isClaimed = row.claimed_until !== null && row.claimed_until > now;
  return {
    at: now.toISOString(),
    ...reviewView(row),
    customerId,
    version: row.version,
    loan_id: String(row.loan_id),
    age: yearsBetween(row.birthdate, localDate(now, row.country)),
    check: reading?.outcome ?? 'none',
    facts: factsOf(row, reading),
    photos: photosOf(images, row.asked),
    twins,
    loans_before: row.loans_before,
    marked_before: row.marked_before,
    is_taken: isClaimed && row.claimed_by_id !== staffId,
    claimed_until: isClaimed ? (row.claimed_until?.toISOString() ?? '') : '',
  };
}

const READ_AS = {
  first_name: 'firstName',
  last_name: 'lastName',
  document_number: 'documentNumber',
  birthdate: 'birthdate',
} as const;

/**
 * Typed values next to the barcode's; compared again, because a correction may have resolved a difference.
 */
function factsOf(typed: Typed, reading: Reading): WholeReview['facts'] {
  const data = reading?.data;
  const differing: readonly string[] = data
    ? differingFields(data, {
        documentNumber: typed.document_number,
        firstName: typed.first_name,
        lastName: typed.last_name,
        birthdate: typed.birthdate,
      })
    : (reading?.fields ?? []);
  return (['first_name', 'last_name', 'document_number', 'birthdate'] as const).map((field) => ({
    field,
    typed: typed[field],
    read: data?.[READ_AS[field]] ?? '',
    differs: differing.includes(field),
  }));
}

function photosOf(
  images: Awaited<ReturnType<typeof imagesOf>>,
  asked: readonly AskedPhoto[],
): WholeReview['photos'] {
  return PHOTO_KINDS.flatMap((kind) => {
    const ofKind = images.filter((image) => image.kind === kind);
    const current = ofKind.find(({ replaced_at: replacedAt }) => replacedAt === null);
    if (!current) return [];
    const because = asked.find((each) => each.kind === kind);
    return [
      {
        kind,
        id: current.id,
        created_at: current.created_at.toISOString(),
        asked: because ? PHOTO_REASONS[because.reason] : '',
        earlier: ofKind
          .filter(({ id }) => id !== current.id)
          .map(({ id, created_at: at }) => ({ id, created_at: at.toISOString() })),
      },
    ];
  });
}

function yearsBetween(birthdate: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthdate.slice(0, 4));
  return today.slice(5) < birthdate.slice(5) ? years - 1 : years;
}

/** Subject of an audit entry: numbers, never a name. */
export function aboutReview({
  id,
  customer_id: customerId,
  country,
}: Pick<Review, 'id' | 'customer_id' | 'country'>): Facts {
  return { subject: `identity:${id}`, subjectName: `Identidad ${id}`, customerId, country };
}
