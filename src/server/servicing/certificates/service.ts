import type { CountryCode } from '../../../countries/country-pack.ts';
import type { Tx } from '../../platform/database.ts';

export { personalData } from './personal-data.ts';

/** Revokes what was certified of a customer's document, since a debt is open again. */
export async function revokeCertificates(
  tx: Tx,
  {
    country,
    customerId,
    at,
  }: { readonly country: CountryCode; readonly customerId: number; readonly at: Date },
): Promise<void> {
  await tx
    .updateTable('certificate')
    .set({ revoked_at: at })
    .where('country', '=', country)
    .where('revoked_at', 'is', null)
    .where('document_number', '=', (eb) =>
      eb.selectFrom('customer').select('document_number').where('customer.id', '=', customerId),
    )
    .execute();
}
