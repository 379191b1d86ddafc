import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { prepared } from '../../platform/statements.ts';

export async function photoToCheck(db: Queryable, imageId: string) {
  const row = await db
    .selectFrom('image')
    .innerJoin('customer', 'customer.id', 'image.customer_id')
    .leftJoin('lead', 'lead.id', 'customer.lead_id')
    .leftJoin('document_check', 'document_check.image_id', 'image.id')
    .select([
      'image.storage_key',
      'image.customer_id',
      'customer.country',
      'customer.first_name',
      'customer.last_name',
      'customer.birthdate',
      'document_check.outcome',
    ])
    // Falls back to the document of the lead while another account holds it.
    .select(
      sql<string>`coalesce(nullif(customer.document_number, ''), lead.document_number, '')`.as(
        'document_number',
      ),
    )
    .where('image.id', '=', imageId)
    .executeTakeFirst();
  return row;
}

/** By precedence, because only one side of a document carries the barcode. */
const documentOutcomes = ['mismatch', 'match', 'unreadable', 'unsupported'] as const;

/**
 * Result of comparing a document's photo with the typed data. 'unreadable': no barcode, or a foreign one;
 * 'unsupported': the country's document has none.
 */
export type DocumentOutcome = (typeof documentOutcomes)[number];

const checksOfCurrentImages = prepared((db, customerId: number) =>
  db
    .selectFrom('document_check')
    .innerJoin('image', 'image.id', 'document_check.image_id')
    .select(['outcome', 'differing', 'reading'])
    .where('document_check.customer_id', '=', customerId)
    .where('image.replaced_at', 'is', null),
);

/** Weightiest check of a customer's current photos. */
export async function checkOfCurrentImages(db: Queryable, customerId: number) {
  const checks = await checksOfCurrentImages.run(db, customerId);
  const outcome = weightiestOutcome(checks.map((check) => check.outcome));
  const row = checks.find((check) => check.outcome === outcome);
  return row && outcome && { ...row, outcome };
}

/** SQL: outcomes for a customer's current photos. */
export const outcomesOfCurrentImages = (customerId: number): RawBuilder<string[]> =>
  sql<string[]>`array(
    select outcome from document_check join image on image.id = image_id
    where document_check.customer_id = ${customerId} and replaced_at is null)`;

/** Outcome of a document; undefined until a photo was read. */
export const weightiestOutcome = (outcomes: readonly string[]): DocumentOutcome | undefined =>
  documentOutcomes.find((outcome) => outcomes.includes(outcome));
