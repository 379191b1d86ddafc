import { sql } from 'kysely';
import type { CountryCode } from '../../countries/country-pack.ts';
import { packOf } from '../../countries/index.ts';
import { localInstant } from '../../countries/local-time.ts';
import type { PaymentMethod } from '../../countries/payment-methods.ts';
import { addDays, type CalendarDate } from '../../domain/calendar-date.ts';
import type { Centavos } from '../../domain/money.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Checkout } from '../integrations/wallet/port.ts';
import { violates, write, type Queryable, type Tx } from '../platform/database.ts';
import { recordEvent } from '../platform/events.ts';
import { fail, ok, type Result } from '../platform/http/result.ts';
import type { Commit, Identity, Origin } from '../platform/http/route.ts';
import { couponBarcode } from './coupon-barcode.ts';
import { offeredMethod } from './methods.ts';
import { closeRequest, type PaymentPurpose } from './queries.ts';
import { adoptReports } from './report.ts';

/** What a payment costs and what it is for. */
export interface Price {
  readonly loanId: number;
  readonly customerId: number;
  readonly purpose: PaymentPurpose;
  /** The instalments that no other payment may be asked for meanwhile. */
  readonly numbers: readonly number[];
  readonly amount: Centavos;
  readonly pricedOn: CalendarDate;
  /** Last day on which the amount holds. */
  readonly dueDate: CalendarDate;
}

/** Where a payment goes on: its page or the wallet's, what a network scans, and its hash. */
export interface OpenedPayment {
  readonly result: { readonly url: string; readonly barcode: string; readonly hash: string };
}

/** The parts of a call that asks for a payment. */
export interface AskingCall {
  readonly country: CountryCode;
  readonly identity: Identity | undefined;
  readonly origin: Origin;
  readonly commit: Commit<OpenedPayment>;
}

export interface Asked {
  /** The price by the server's own reckoning; asked twice, the second time behind the loan's lock. */
  readonly priceOn: (db: Queryable) => Promise<Result<Price>>;
}

/** Opens a payment: a coupon, a transfer, a card payment or a wallet checkout. */
export async function openPayment(
  deps: Dependencies,
  call: AskingCall,
  methodSlug: string,
  asked: Asked,
): Promise<Result<OpenedPayment>> {
  const [method, price] = await Promise.all([
    offeredMethod(deps, call.country, methodSlug),
    asked.priceOn(deps.db),
  ]);
  if (method === undefined) return fail('payment_method');
  if (!price.ok) return price;
  const prepared = await prepare(deps, call, method, price.value);
  if (!prepared.ok) return prepared;
  try {
    return await call.commit((tx) =>
      open(tx, deps, call, { ...asked, price: price.value, ...prepared.value }),
    );
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
  { country, origin }: AskingCall,
  method: PaymentMethod,
  { amount, dueDate }: Price,
): Promise<Result<Prepared>> {
  const hash = deps.random.token();
  const reference = deps.random.digits(14);
  const barcode =
    method.kind === 'coupon'
      ? couponBarcode(method.barcode, {
          company: method.barcode.form === 'reference' ? '' : deps.config[method.barcode.company],
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
      expiresAt: localInstant(addDays(dueDate, 1), 0, country),
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
  { country, identity, origin }: AskingCall,
  { priceOn, price, method, hash, reference, barcode, checkout }: Prepared & Asked & { price: Price },
): Promise<Result<OpenedPayment>> {
  const now = deps.clock.now();
  const { loanId, customerId, amount, dueDate, pricedOn, numbers, purpose } = price;
  // Asked again behind the lock: what came in between counts.
  const [, again, expired] = await Promise.all([
    tx.selectFrom('loan').select('id').where('id', '=', loanId).forUpdate().execute(),
    priceOn(tx),
    expiredRequests(tx, loanId, pricedOn),
  ]);
  if (!again.ok) return again;
  if (again.value.loanId !== loanId || again.value.amount !== amount || again.value.dueDate !== dueDate)
    return fail('payment_total');
  await Promise.all(expired.map(({ id }) => closeRequest(tx, id, 'expired', now)));
  const insert = sql`
      with request as (
        insert into payment_request (hash, country, loan_id, method, kind, purpose, amount, priced_on, due_date,
          reference, barcode, provider_id, url, created_at)
        values (${hash}, ${country}, ${loanId}, ${method.slug}, ${method.kind}, ${purpose}, ${amount}, ${pricedOn},
          ${dueDate}, ${reference}, ${barcode}, ${checkout?.id ?? ''}, ${checkout?.url ?? ''}, ${now})
        returning id, loan_id
      )
      insert into payment_request_instalment (request_id, loan_id, instalment)
      select request.id, request.loan_id, number from request, unnest(${[...numbers]}::smallint[]) as number`;
  await write(tx, insert.compile(tx));
  await recordEvent(tx, {
    at: now,
    country,
    kind: 'payment-asked',
    customerId,
    loanId,
    requestId: origin.requestId,
    address: origin.address,
    detail: { method: method.slug, purpose, amount, isOwner: identity?.customerId === customerId },
  });
  if (checkout !== undefined) await adoptReports(tx, deps, reference);
  return ok({ result: { url: checkout?.url ?? '', barcode, hash } });
}

/** Payments past their due date: they give their instalments back. */
function expiredRequests(tx: Tx, loanId: number, today: CalendarDate) {
  return tx
    .selectFrom('payment_request')
    .select('id')
    .where('loan_id', '=', loanId)
    .where('state', '=', 'open')
    .where('due_date', '<', today)
    .execute();
}
