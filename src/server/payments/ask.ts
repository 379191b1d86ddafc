import type { OutputOf } from '../../contract/contract.ts';
import { parseDocument } from '../../countries/identifiers/document.ts';
import { packOf } from '../../countries/index.ts';
import type { PaymentMethod } from '../../countries/payment-methods.ts';
import { addDays } from '../../domain/calendar-date.ts';
import type { Dependencies } from '../dependencies.ts';
import { couponBarcode } from './coupon-barcode.ts';
import type { Checkout } from '../integrations/wallet/port.ts';
import { guardDocument } from '../loans/service.ts';
import type { Tx } from '../platform/database.ts';
import { violates } from '../platform/database.ts';
import { recordEvent } from '../platform/events.ts';
import { fail, failFields, ok, type Result } from '../platform/http/result.ts';
import type { Call } from '../platform/http/route.ts';
import { closeRequest } from './queries.ts';
import { offeredMethod } from './methods.ts';
import { priceOf, type Choice, type Price } from './price.ts';

const key = 'POST /api/v3/payment';
type Answer = OutputOf<typeof key>;

/** Opens a payment for chosen instalments (B §7): a coupon, a transfer, a card payment or a wallet checkout. */
export async function askToPay(deps: Dependencies, call: Call<typeof key>): Promise<Result<Answer>> {
  const { body, country } = call;
  const document = parseDocument(country, body.document_number);
  if (!document.ok) return failFields({ document_number: document.message });
  const documentNumber = document.value;
  const stopped = await guardDocument(deps, call, documentNumber);
  if (stopped) return stopped;
  const method = await offeredMethod(deps, country, body.payment_method);
  if (method === undefined) return fail('payment_method');
  const choice: Choice = { country, documentNumber, installments: body.installments, total: body.total };
  const price = await priceOf(deps, deps.db, choice);
  if (!price.ok) return price;
  const prepared = await prepare(deps, call, method, price.value);
  if (!prepared.ok) return prepared;
  try {
    return await call.commit((tx) => open(tx, deps, call, { choice, price: price.value, ...prepared.value }));
  } catch (error) {
    if (violates(error, 'payment_request_one_open')) return fail('payment_instalment');
    throw error;
  }
}

interface Prepared {
  readonly method: PaymentMethod;
  readonly hash: string;
  readonly reference: string;
  readonly barcode: string;
  readonly checkout: Checkout | undefined;
}

/** What exists outside before the payment does: a wallet's checkout that comes to nothing expires by itself. */
async function prepare(
  deps: Dependencies,
  { country, origin }: Call<typeof key>,
  method: PaymentMethod,
  { amount, dueDate }: Price,
): Promise<Result<Prepared>> {
  const hash = deps.chance.token();
  const reference = deps.chance.digits(14);
  const company = { 'pago-facil': deps.config.PAGO_FACIL_COMPANY, rapipago: deps.config.RAPIPAGO_COMPANY };
  const barcode =
    method.kind === 'coupon'
      ? couponBarcode(method.slug, {
          company: Reflect.get(company, method.slug) ?? '',
          amount,
          dueDate,
          reference,
        })
      : '';
  if (barcode === undefined) return fail('payment_amount');
  if (method.kind !== 'wallet') return ok({ method, hash, reference, barcode, checkout: undefined });
  try {
    const checkout = await deps.ports.wallet.createCheckout({
      reference,
      title: `Cuotas de tu préstamo ${deps.config.BRAND}`,
      amount,
      currency: packOf(country).currency,
      // Both countries keep UTC-3: their day ends at 3 in the morning.
      expiresAt: new Date(`${addDays(dueDate, 1)}T03:00:00Z`),
      successUrl: `${origin.baseUrl}/payment-success/${hash}`,
      errorUrl: `${origin.baseUrl}/payment-error/${hash}`,
      notificationUrl: `${origin.baseUrl}/api/v3/payment/mercado-pago/webhook`,
    });
    return ok({ method, hash, reference, barcode, checkout });
  } catch (error) {
    deps.log.error({ err: error }, 'the wallet made no checkout');
    return fail('unavailable');
  }
}

async function open(
  tx: Tx,
  deps: Dependencies,
  { country, identity, origin }: Call<typeof key>,
  { choice, price, method, hash, reference, barcode, checkout }: Prepared & { choice: Choice; price: Price },
): Promise<Result<Answer>> {
  const now = deps.clock.now();
  const { loanId, customerId, amount, dueDate, pricedOn, numbers } = price;
  await tx.selectFrom('loan').select('id').where('id', '=', loanId).forUpdate().execute();
  // Asked again behind the lock: what came in between counts.
  const again = await priceOf(deps, tx, choice);
  if (!again.ok) return again;
  if (again.value.loanId !== loanId || again.value.amount !== amount || again.value.dueDate !== dueDate)
    return fail('payment_total');
  await closeExpired(tx, deps, loanId, pricedOn);
  const { id } = await tx
    .insertInto('payment_request')
    .values({
      hash,
      country,
      loan_id: loanId,
      method: method.slug,
      kind: method.kind,
      amount,
      priced_on: pricedOn,
      due_date: dueDate,
      reference,
      barcode,
      provider_id: checkout?.id ?? '',
      url: checkout?.url ?? '',
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('payment_request_instalment')
    .values(numbers.map((instalment) => ({ request_id: id, loan_id: loanId, instalment })))
    .execute();
  await recordEvent(tx, {
    at: now,
    country,
    kind: 'payment-asked',
    customerId,
    loanId,
    requestId: origin.requestId,
    address: origin.address,
    detail: { method: method.slug, amount, isOwner: identity?.customerId === customerId },
  });
  return ok({ result: { url: checkout?.url ?? '', barcode, hash } });
}

/** Payments past their due date give their instalments back. */
async function closeExpired(tx: Tx, deps: Dependencies, loanId: number, today: string): Promise<void> {
  const expired = await tx
    .selectFrom('payment_request')
    .select('id')
    .where('loan_id', '=', loanId)
    .where('state', '=', 'open')
    .where('due_date', '<', today)
    .execute();
  for (const { id } of expired) await closeRequest(tx, id, 'expired', deps.clock.now());
}
