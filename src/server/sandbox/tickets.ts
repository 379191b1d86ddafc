import type { CountryCode } from '../../countries/country-pack.ts';
import { parseDocument } from '../../countries/identifiers/document.ts';
import type { Dependencies } from '../dependencies.ts';

/** A support ticket for the customer with this document. @returns its id, or undefined for an unknown document */
export async function addTicket(
  { db, clock, chance }: Pick<Dependencies, 'db' | 'clock' | 'chance'>,
  country: CountryCode,
  ticket: { readonly document_number: string; readonly subject: string; readonly status: string },
): Promise<string | undefined> {
  const document = parseDocument(country, ticket.document_number);
  if (!document.ok) return undefined;
  const customer = await db
    .selectFrom('customer')
    .select(['id', 'email', 'first_name', 'last_name'])
    .where('country', '=', country)
    .where('document_number', '=', document.value)
    .executeTakeFirst();
  if (!customer) return undefined;
  const id = chance.token();
  const now = clock.now();
  await db
    .insertInto('ticket')
    .values({
      public_id: id,
      country,
      customer_id: customer.id,
      kind: 'reclamo',
      subject: ticket.subject,
      name: `${customer.first_name} ${customer.last_name}`,
      email: customer.email,
      document_number: document.value,
      status: ticket.status,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return id;
}
