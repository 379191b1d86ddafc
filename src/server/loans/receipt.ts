import { packOf } from '../../countries/index.ts';
import type { CountryCode } from '../../countries/country-pack.ts';
import { receiptDestination, receiptDocument } from '../../countries/papers/receipt.ts';
import { formatDate } from '../../domain/calendar-date.ts';
import { centavos, formatMoney, toUnits } from '../../domain/money.ts';
import type { Dependencies } from '../dependencies.ts';
import { typesetForCall } from '../papers/service.ts';
import { fileAnswer } from '../platform/http/file-answer.ts';
import { fail, ok } from '../platform/http/result.ts';
import { callerOf, route, type Route } from '../platform/http/route.ts';
import { isSigned, signedQuery } from '../platform/signed-address.ts';
import { receiptOf, type ReceiptRow } from './queries.ts';

const purpose = 'receipt-address';

/** Receipt of a confirmed payout, as JSON and as a file; for the loan's owner only. */
export function receiptRoutes(deps: Dependencies): Route[] {
  return [
    route('GET /api/v3/transference-receipt/{id}', async (call) => {
      const { id } = call.params;
      const row = await receiptOf(deps.db, call.country, id);
      if (!row || row.customer_id !== callerOf(call).customerId) return fail('not_found');
      const to = receiptDestination(packOf(call.country), row.delivery_type, row.destination);
      return ok({
        result: {
          code: row.receipt_code,
          amount: toUnits(centavos(row.amount)),
          delivery_date: formatDate(row.delivered_on),
          name: row.holder,
          cbu: to.destination,
          place: to.place,
          cuit: row.legal_number,
          pdf_url: `/api/v3/transference-receipt/${id}/pdf?${signedQuery(deps, purpose, id)}`,
        },
      });
    }),
    route('GET /api/v3/transference-receipt/{id}/pdf', async ({ params, query, country, identity }) => {
      const row = await receiptOf(deps.db, country, params.id);
      const mayRead =
        row && (isSigned(deps, purpose, params.id, query) || row.customer_id === identity?.customerId);
      if (!mayRead) return fail('not_found');
      const body = await typesetForCall(printed(deps, country, row));
      const name = `comprobante-${params.id.slice(0, 8)}.pdf`;
      return ok(fileAnswer({ type: 'application/pdf', body, name }));
    }),
  ];
}

function printed({ config }: Dependencies, country: CountryCode, row: ReceiptRow) {
  const pack = packOf(country);
  const facts = {
    code: row.receipt_code,
    amount: formatMoney(centavos(row.amount), pack.currency),
    date: formatDate(row.delivered_on),
    name: row.holder,
    ...receiptDestination(pack, row.delivery_type, row.destination),
    legalNumber: row.legal_number,
  };
  // Dated by the transfer, so the file is identical whenever it is requested.
  const at = new Date(`${row.delivered_on}T12:00:00Z`);
  return receiptDocument(facts, {
    brand: config.BRAND,
    pack,
    lender: row.lender ?? config.lenders[country],
    at,
  });
}
