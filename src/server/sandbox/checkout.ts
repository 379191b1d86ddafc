import type { ParsedOf } from '../../contract/contract.ts';
import { localDate } from '../../countries/local-time.ts';
import { SERVER_ENTRIES } from '../../countries/server-entries.ts';
import { toUnits } from '../../domain/money.ts';
import type { Dependencies } from '../dependencies.ts';
import { decideWalletPayment, sandboxWalletSecrets } from '../integrations/wallet/sandbox.ts';
import { signNotification } from '../integrations/wallet/signature.ts';
import {
  requestByReference,
  stateOn,
  takeNotification,
  type PaymentRequest,
} from '../servicing/payments/service.ts';
import { fail, ok, type Result } from '../platform/http/result.ts';
import { route, type Route } from '../platform/http/route.ts';
import { checkoutPage } from './page.ts';

type Choice = ParsedOf<'POST /sandbox/checkout/{reference}', 'body'>;

/** Wallet's own site: payment page and return addresses (docs/product/providers.md#mercado-pago). */
export function checkoutRoutes(deps: Dependencies): Route[] {
  return [
    route('GET /sandbox/checkout/{reference}', async () => ok(await checkoutPage())),
    route('GET /sandbox/checkout/{reference}/order', async ({ params }) => {
      const order = await orderOf(deps, params.reference);
      if (!order) return fail('not_found');
      const { amount, currency } = order;
      return ok({
        title: `Cuotas de tu préstamo ${deps.config.BRAND}`,
        amount: toUnits(amount),
        currency,
        is_open: isOpen(deps, order),
      });
    }),
    route('POST /sandbox/checkout/{reference}', async ({ params, body }) => {
      const order = await orderOf(deps, params.reference);
      if (!order) return fail('not_found');
      return isOpen(deps, order) ? decide(deps, order, body) : fail('payment_closed');
    }),
  ];
}

async function orderOf({ db }: Dependencies, reference: string): Promise<PaymentRequest | undefined> {
  const request = await requestByReference(db, reference);
  return request?.kind === 'wallet' ? request : undefined;
}

function isOpen({ clock }: Dependencies, order: PaymentRequest): boolean {
  return stateOn(order, localDate(clock.now(), order.country)) === 'open';
}

async function decide(
  deps: Dependencies,
  order: PaymentRequest,
  { outcome, payment_type: type = 'account_money', notify = true }: Choice,
): Promise<Result<{ return_to: string }>> {
  if (outcome === 'abandoned') return ok({ return_to: returnTo(order, { outcome }) });
  const { reference, amount, currency } = order;
  const isFinal = notify && outcome !== 'pending';
  const id = await decideWalletPayment(deps.db, {
    id: outcome === 'rejected' ? `wallet-${reference}-rejected` : `wallet-${reference}`,
    reference,
    amount,
    currency,
    // Until its webhook, the real provider reports such a payment as not final.
    state: isFinal ? outcome : 'under-way',
  });
  if (notify) await notifyOf(deps, id);
  return ok({ return_to: returnTo(order, { outcome, id, type }) });
}

async function notifyOf(deps: Dependencies, dataId: string): Promise<void> {
  const ts = String(Math.floor(deps.clock.now().getTime() / 1000));
  const requestId = deps.random.token();
  const [secret = ''] = sandboxWalletSecrets;
  const signature = signNotification(secret, { dataId, requestId }, ts);
  await takeNotification(deps, { dataId, requestId, signature }, 'payment');
}

/** Return address of the wallet, with its query; a missing value becomes the word null. */
function returnTo(
  { hash, reference, country, providerId }: PaymentRequest,
  { outcome, id = 'null', type = 'null' }: { outcome: Choice['outcome']; id?: string; type?: string },
): string {
  const status = outcome === 'abandoned' ? 'null' : outcome;
  const query = new URLSearchParams({
    collection_id: id,
    collection_status: status,
    payment_id: id,
    status,
    external_reference: reference,
    payment_type: type,
    merchant_order_id: 'null',
    preference_id: providerId,
    site_id: SERVER_ENTRIES[country].walletSite,
    processing_mode: 'aggregator',
    merchant_account_id: 'null',
  });
  const page = outcome === 'approved' || outcome === 'pending' ? 'payment-success' : 'payment-error';
  return `/${page}/${hash}?${query.toString()}`;
}
