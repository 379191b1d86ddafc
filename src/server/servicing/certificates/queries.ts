import { sql } from 'kysely';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { Queryable } from '../../platform/database.ts';

/** Certificate with its file's identifiers; null until the file is written. */
export interface CertificateRow {
  readonly id: number;
  readonly hash: string;
  readonly check_code: string;
  readonly country: CountryCode;
  readonly full_name: string;
  readonly document_number: string;
  readonly legal_number: string;
  readonly created_at: Date;
  /** Set once the person has an open debt again. */
  readonly revoked_at: Date | null;
  readonly storage_key: string | null;
  readonly sha256: Buffer | null;
}

/** Finds a certificate by hash, which opens it, or by code, which checks it. */
export function certificateBy(
  db: Queryable,
  country: CountryCode,
  column: 'hash' | 'check_code',
  value: string,
): Promise<CertificateRow | undefined> {
  return db
    .selectFrom('certificate')
    .leftJoin('certificate_file', 'certificate_id', 'certificate.id')
    .select([
      'certificate.id',
      'hash',
      'check_code',
      sql<CountryCode>`country`.as('country'),
      'full_name',
      'document_number',
      'legal_number',
      'certificate.created_at',
      'revoked_at',
      'storage_key',
      'sha256',
    ])
    .where(column, '=', value)
    .where('country', '=', country)
    .executeTakeFirst();
}
