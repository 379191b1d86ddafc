import type { CountryCode } from '../../countries/country-pack.ts';
import type { ErasedPerson } from '../customers/service.ts';
import type { Tx } from '../platform/database.ts';

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

/** Removes the person from what was certified. */
export const eraseCertificates = {
  async identity(tx: Tx, _deps: unknown, { customerId }: Pick<ErasedPerson, 'customerId'>): Promise<void> {
    await tx
      .updateTable('certificate')
      .set({ full_name: '', document_number: '', legal_number: '' })
      .where('customer_id', '=', customerId)
      .execute();
  },
};
