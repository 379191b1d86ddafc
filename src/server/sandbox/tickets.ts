import type { CountryCode } from '../../countries/country-pack.ts';
import { parseDocument } from '../../countries/identifiers/document.ts';
import type { Dependencies } from '../dependencies.ts';
import { openTicket } from '../support/tickets/service.ts';

/** A support ticket for the customer with this document. @returns its id, or undefined for an unknown document */
export async function addTicket(
  deps: Pick<Dependencies, 'db' | 'clock' | 'random'>,
  country: CountryCode,
  ticket: { readonly document_number: string; readonly subject: string; readonly status: string },
): Promise<string | undefined> {
  const document = parseDocument(country, ticket.document_number);
  if (!document.ok) return undefined;
  const customer = await deps.db
    .selectFrom('customer')
    .select(['id', 'email', 'first_name', 'last_name'])
    .where('country', '=', country)
    .where('document_number', '=', document.value)
    .executeTakeFirst();
  if (!customer) return undefined;
  const { publicId } = await openTicket(deps.db, deps, {
    country,
    customerId: customer.id,
    kind: 'reclamo',
    subject: ticket.subject,
    name: `${customer.first_name} ${customer.last_name}`,
    email: customer.email,
    documentNumber: document.value,
    status: ticket.status,
  });
  return publicId;
}
