import { sql, type RawBuilder } from 'kysely';
import { paths } from '../../../contract/paths.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { packOf } from '../../../countries/index.ts';
import { localInstant } from '../../../countries/local-time.ts';
import type { PaymentMethod } from '../../../countries/payment-method.ts';
import { addDays, type CalendarDate } from '../../../domain/calendar-date.ts';
import type { Centavos } from '../../../domain/money.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Checkout } from '../../integrations/wallet/port.ts';
import { lockLoans } from '../../loans/service.ts';
import { violates, write, type Queryable, type Tx } from '../../platform/database.ts';
import { eventsInsert } from '../../platform/events.ts';
import { pipeline } from '../../platform/statements.ts';
import { fail, ok, type Result } from '../../platform/http/result.ts';
import type { Commit, Identity, Origin } from '../../platform/http/route.ts';
import { couponBarcode } from './coupons/coupon-barcode.ts';
import { methodOf, offeredMethod, type ChosenMethod } from './methods.ts';
import { closeRequests, type PaymentPurpose } from './queries.ts';
import { adoptReports } from './reports/adopt-report.ts';
import type { Admission } from './strangers.ts';

export interface Price {
  readonly loanId: number;
  readonly customerId: number;
  readonly purpose: PaymentPurpose;
  /** Instalments blocked for other payments meanwhile. */
  readonly numbers: readonly number[];
  /** Settlement offer that its money is for: the action's id. */
  readonly offer?: number;
  readonly amount: Centavos;
  readonly pricedOn: CalendarDate;
  /** Last day on which the amount is valid. */
  readonly dueDate: CalendarDate;
  /** Expired payments of the loan, closed when another one is opened. */
  readonly expired: readonly number[];
}

/** Address where the payment continues (its page or the wallet's), the network's code, and its hash. */
export interface OpenedPayment {
  readonly result: { readonly url: string; readonly barcode: string; readonly hash: string };
}

interface AskingCall {
  readonly country: CountryCode;
  readonly identity: Identity | undefined;
  readonly origin: Origin;
  readonly commit: Commit<OpenedPayment>;
}

interface Asked {
  /** Query for the ids of the possible loans, which are locked before pricing. */
  readonly loans: RawBuilder<unknown>;
  /** Uses only figures of the server. */
  readonly priceOn: (db: Queryable) => Promise<Result<Price>>;
  /** Limit of a payment that a stranger opens; undefined for the owner's. */
  readonly admission?: Admission;
}

/** Opens a payment: a coupon, a transfer, a card payment or a wallet checkout. */
export async function openPayment(
  deps: Dependencies,
  call: AskingCall,
  methodSlug: string,
  asked: Asked,
): Promise<Result<OpenedPayment>> {
  const method = methodOf(call.country, methodSlug);
  if (method === undefined) return fail('payment_method');
  const hash = deps.random.token();
  const reference = deps.random.digits(14);
  const opening = { ...asked, method, hash, reference };
  const outside = method.kind === 'wallet' ? await openCheckout(deps, call, opening) : ok(undefined);
  if (!outside.ok) return outside;
  try {
    return await call.commit((tx) => open(tx, deps, call, { ...opening, outside: outside.value }));
  } catch (error) {
    if (violates(error, 'payment_request_one_open') || violates(error, 'payment_request_one_membership'))
      return fail('payment_instalment');
    throw error;
  }
}

interface Opening extends Asked {
  readonly method: PaymentMethod;
  readonly hash: string;
  readonly reference: string;
}

/** External checkout created before the payment, with the price it was created for. */
interface Outside {
  readonly checkout: Checkout;
  readonly price: Price;
}

/** Opens a wallet's checkout; an unused one expires by itself. */
async function openCheckout(
  deps: Dependencies,
  { country, origin }: AskingCall,
  { method, hash, reference, priceOn, admission }: Opening,
): Promise<Result<Outside>> {
  const refused = await admission?.check(deps.db);
  if (refused) return refused;
  const seen = await Promise.all([offeredMethod(deps, country, method.slug), priceOn(deps.db)]);
  const price = payableBy(...seen);
  if (!price.ok) return price;
  const { amount, dueDate } = price.value;
  try {
    const checkout = await deps.ports.wallet.createCheckout({
      reference,
      title: checkoutTitle(price.value, deps.config.BRAND),
      amount,
      currency: packOf(country).currency,
      expiresAt: localInstant(addDays(dueDate, 1), 0, country),
      successUrl: origin.baseUrl + paths.paymentSuccess(hash),
      errorUrl: origin.baseUrl + paths.paymentError(hash),
      notificationUrl: `${origin.baseUrl}/api/v3/payment/mercado-pago/webhook`,
    });
    return ok({ checkout, price: price.value });
  } catch (error) {
    deps.log.error({ err: error }, 'the wallet did not create a checkout');
    return fail('unavailable');
  }
}

async function open(
  tx: Tx,
  deps: Dependencies,
  { country, identity, origin }: AskingCall,
  opening: Opening & { readonly outside: Outside | undefined },
): Promise<Result<OpenedPayment>> {
  const { loans, priceOn, admission, method, hash, reference, outside } = opening;
  const now = deps.clock.now();
  // Read behind the lock, so that money received meanwhile counts.
  const [refused, , offered, priced] = await pipeline(tx, [
    (on) => admission?.count(on) ?? Promise.resolve(undefined),
    (on) => lockLoans(on, loans),
    (on) => offeredMethod({ db: on }, country, method.slug),
    (on) => priceOn(on),
  ]);
  if (refused) return refused;
  const price = payableBy(offered, priced);
  if (!price.ok) return price;
  const { loanId, customerId, amount, dueDate, pricedOn, numbers, purpose, offer, expired } = price.value;
  if (outside !== undefined && !isSamePrice(outside.price, price.value)) return fail('payment_total');
  const barcode = barcodeOf(deps, method, price.value, reference);
  if (barcode === undefined) return fail('payment_amount');
  const checkout = outside?.checkout;
  if (expired.length > 0) await closeRequests(tx, expired, 'expired', now);
  const { requestId, address } = origin;
  const isOwner = identity?.customerId === customerId;
  const detail = { method: method.slug, purpose, amount, isOwner };
  const asked = { at: now, country, kind: 'payment-asked', customerId, loanId, requestId, address, detail };
  const insert = sql`
      with request as (
        insert into payment_request (hash, country, loan_id, method, kind, purpose, amount, priced_on, due_date,
          reference, barcode, provider_id, url, is_owners, offer_id, created_at)
        values (${hash}, ${country}, ${loanId}, ${method.slug}, ${method.kind}, ${purpose}, ${amount}, ${pricedOn},
          ${dueDate}, ${reference}, ${barcode}, ${checkout?.id ?? ''}, ${checkout?.url ?? ''}, ${isOwner}, ${offer ?? null}, ${now})
        returning id, loan_id
      ), checked as (
        insert into wallet_check (request_id) select id from request where ${method.kind} = 'wallet'
      ), reserved as (
        insert into payment_request_instalment (request_id, loan_id, instalment, is_owners)
        select request.id, request.loan_id, number, ${isOwner} from request, unnest(${[...numbers]}::smallint[]) as number
      ) ${eventsInsert([asked])}`;
  await write(tx, insert.compile(tx));
  if (checkout !== undefined) await adoptReports(tx, deps, reference);
  return ok({ result: { url: checkout?.url ?? '', barcode, hash } });
}

function checkoutTitle({ purpose }: Price, brand: string): string {
  return purpose === 'membership' ? `Membresía ${brand}` : `Cuotas de tu préstamo ${brand}`;
}

/** Returns the price if the method is offered and accepts the amount. */
function payableBy(offered: ChosenMethod | undefined, price: Result<Price>): Result<Price> {
  if (offered === undefined) return fail('payment_method');
  const isTooMuch = price.ok && offered.most !== undefined && price.value.amount > offered.most;
  return isTooMuch ? fail('payment_amount') : price;
}

function isSamePrice(one: Price, other: Price): boolean {
  return one.loanId === other.loanId && one.amount === other.amount && one.dueDate === other.dueDate;
}

/** Code that a network scans, '' if it scans none; undefined if the amount does not fit. */
function barcodeOf(
  { config }: Pick<Dependencies, 'config'>,
  method: PaymentMethod,
  { amount, dueDate }: Price,
  reference: string,
): string | undefined {
  if (method.kind !== 'coupon') return '';
  const company = method.barcode.form === 'reference' ? '' : config[method.barcode.company];
  return couponBarcode(method.barcode, { company, amount, dueDate, reference });
}
