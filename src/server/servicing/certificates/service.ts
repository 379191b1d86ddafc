import type { CountryCode } from '../../../countries/country-pack.ts';
import type { Tx } from '../../platform/database.ts';
import { lockName } from '../../platform/work/named-locks.ts';

export { personalData } from './personal-data.ts';

/** Revokes the certificates of a customer's document, because a debt is open again. */
export async function revokeCertificates(
  tx: Tx,
  {
    country,
    customerId,
    at,
  }: { readonly country: CountryCode; readonly customerId: number; readonly at: Date },
): Promise<void> {
  const { document_number: documentNumber } = await tx
    .selectFrom('customer')
    .select('document_number')
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
  await lockCertificates(tx, country, documentNumber);
  await tx
    .updateTable('certificate')
    .set({ revoked_at: at })
    .where('country', '=', country)
    .where('revoked_at', 'is', null)
    .where('document_number', '=', documentNumber)
    .execute();
}

/** Serializes certifying a document and reopening its loan, even if the document has no loan. */
export function lockCertificates(tx: Tx, country: CountryCode, documentNumber: string): Promise<void> {
  return lockName(tx, `certificate ${country} ${documentNumber}`);
}
