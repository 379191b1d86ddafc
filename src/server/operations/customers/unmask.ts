import { writtenDocument } from '../../../countries/identifiers/document.ts';
import { packOf } from '../../../countries/index.ts';
import { formatDate } from '../../../domain/calendar-date.ts';
import type { UNMASKED_FIELDS } from '../../../contract/staff/customers.ts';
import { addressModel, addressOf, bankAccountsOf } from '../../customers/profile/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Tx } from '../../platform/database.ts';
import { fail, ok } from '../../platform/http/result.ts';
import { staffCommand, type StaffCommand } from '../../staff/actions/service.ts';
import { aboutCustomer } from './service.ts';
import { customerRow, type CustomerRow } from './queries.ts';

type Field = (typeof UNMASKED_FIELDS)[number];

/** Reveals one masked field; the audit stores the field and the reason, not the value. */
export function unmaskCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/customers/{id}/unmask', async (tx, { params, body, by }) => {
    const customer = await customerRow(tx, params.id, by.countries);
    const value = customer && customer.erased_at === null ? await valueOf(tx, customer, body) : undefined;
    if (!customer || value === undefined) return fail('not_found');
    const { field, account } = body;
    const after = { field, ...(account === undefined ? {} : { account }) };
    return ok({ answer: { value }, facts: { ...aboutCustomer(customer), after } });
  });
}

async function valueOf(
  tx: Tx,
  customer: CustomerRow,
  { field, account }: { readonly field: Field; readonly account?: number | undefined },
): Promise<string | undefined> {
  switch (field) {
    case 'document':
      return writtenDocument(customer.country, customer.document_number);
    case 'legal_number':
      return customer.legal_number;
    case 'phone':
      return `+${packOf(customer.country).prefix.replace('+', '')} ${customer.cellphone}`;
    case 'email':
      return customer.email;
    case 'birthdate':
      return formatDate(customer.birthdate);
    case 'address':
      return addressText(tx, customer);
    case 'account': {
      const rows = await bankAccountsOf(tx, customer.id);
      return rows.find(({ id }) => id === account)?.account_number;
    }
  }
}

async function addressText(tx: Tx, { id, country }: CustomerRow): Promise<string | undefined> {
  const row = await addressOf(tx, id);
  if (!row) return undefined;
  const {
    street,
    street_number: number,
    floor,
    office,
    zipcode,
    city,
    province,
  } = addressModel(country, row, row.locality);
  const inside = [floor, office].filter((part) => part !== '').join(' ');
  return [`${street} ${number}`, inside, zipcode, city, province].filter((part) => part !== '').join(', ');
}
