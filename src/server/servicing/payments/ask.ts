import type { OutputOf } from '../../../contract/contract.ts';
import { FORM_MESSAGES } from '../../../countries/fields/form-messages.ts';
import { parseDocument } from '../../../countries/identifiers/document.ts';
import type { Dependencies } from '../../dependencies.ts';
import { guardDocument, isOwnDocument, loansOfDocument } from '../../loans/service.ts';
import { failFields, type Result } from '../../platform/http/result.ts';
import type { Call } from '../../platform/http/route.ts';
import { openPayment } from './open-payment.ts';
import { priceOf, type Choice } from './price.ts';
import { withinStrangersLimit } from './strangers.ts';

const key = 'POST /api/v3/payment';

/** Opens a payment for chosen instalments (docs/product/payments.md#request). */
export async function askToPay(
  deps: Dependencies,
  call: Call<typeof key>,
): Promise<Result<OutputOf<typeof key>>> {
  const { body, country } = call;
  if (body.installments.length === 0) return failFields({ installments: FORM_MESSAGES.nothingSelectedToPay });
  const document = parseDocument(country, body.document_number);
  if (!document.ok) return failFields({ document_number: document.message });
  const documentNumber = document.value;
  const stopped = await guardDocument(deps, call, documentNumber);
  if (stopped) return stopped;
  const isOwner = await isOwnDocument(deps, call, documentNumber);
  const { installments, total } = body;
  const choice: Choice = { country, documentNumber, installments, isOwner, total };
  const open = () =>
    openPayment(deps, call, body.payment_method, {
      loans: loansOfDocument(country, documentNumber),
      priceOn: (db) => priceOf(deps, db, choice),
    });
  return isOwner ? open() : withinStrangersLimit(deps, call, documentNumber, open);
}
