import { sql } from 'kysely';
import type { WholeReview } from '../../../contract/staff/identity.ts';
import { differingFields } from '../../../countries/identifiers/document-barcode.ts';
import { PHOTO_KINDS, PHOTO_REASONS } from '../../../countries/identity-reasons.ts';
import { localDate } from '../../../countries/local-time.ts';
import { documentReadingOf } from '../../customers/documents/service.ts';
import type { AskedPhoto } from '../../customers/identity/service.ts';
import { imagesOf } from '../../customers/profile/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable } from '../../platform/database.ts';
import { reviewColumns, reviewJoins, shownReview, type ReviewRow } from './list.ts';
import { twinsOf } from './twins.ts';

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

/** All that a person needs to decide on an identity. @param staffId who looks */
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
    ...shownReview(row),
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

/** Typed values with those of the barcode; compared again, since a correction may have fixed a difference. */
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
