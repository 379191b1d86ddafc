import { z } from 'zod';
import { isCurrency } from '../../../domain/currency.ts';
import { parseUnits, toUnits } from '../../../domain/money.ts';
import type { ListedPayment, ListedState } from '../listed.ts';
import type { CheckoutOrder, Wallet, WalletPayment, WalletPaymentState } from './port.ts';
import { isSigned } from './signature.ts';

interface MercadoPagoSettings {
  readonly baseUrl: string;
  readonly accessToken: string;
  /** Webhook secrets; two during a rotation. */
  readonly webhookSecrets: readonly string[];
}

/** Short, because a person waits for some of the calls. */
const timeoutMs = 10_000;

const pageSize = 100;

const preferenceView = z.object({ id: z.string().min(1), init_point: z.url() });
const paymentView = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  status: z.string(),
  external_reference: z.string().nullish(),
  transaction_amount: z.number(),
  /** Total refunded so far; the status stays `approved` after a partial refund. */
  transaction_amount_refunded: z.number().nullish(),
  currency_id: z.string(),
  date_last_updated: z.string().nullish(),
});
const searchView = z.object({ results: z.array(paymentView) });

/** Mercado Pago Checkout Pro (docs/product/providers.md#mercado-pago). */
export function mercadoPago({ baseUrl, accessToken, webhookSecrets }: MercadoPagoSettings): Wallet {
  const send = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object, key?: string) => {
    const response = await fetch(`${baseUrl.replace(/\/$/, '')}${path}`, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        authorization: `Bearer ${accessToken}`,
        'content-type': 'application/json',
        ...(key === undefined ? {} : { 'x-idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (response.status === 404) {
      await response.body?.cancel();
      return undefined;
    }
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`the wallet answered ${response.status}`);
    }
    const answer: unknown = await response.json();
    return answer;
  };
  async function payment(id: string) {
    // Digits only, because anything else could lead to another path of the provider.
    if (!/^\d{1,20}$/.test(id)) return undefined;
    const found = await send('GET', `/v1/payments/${id}`);
    return found === undefined ? undefined : paymentOf(paymentView.parse(found));
  }
  return {
    name: 'mercado-pago',
    payment,
    async createCheckout(order) {
      const { id, init_point } = preferenceView.parse(
        await send('POST', '/checkout/preferences', preferenceOf(order), order.reference),
      );
      return { id, url: init_point };
    },
    async cancelCheckout(id) {
      await send('PUT', `/checkout/preferences/${encodeURIComponent(id)}`, {
        expires: true,
        expiration_date_to: new Date(0).toISOString(),
      });
    },
    async paymentsOf(reference) {
      const query = new URLSearchParams({ external_reference: reference, sort: 'date_created' });
      const found = await send('GET', `/v1/payments/search?${query.toString()}`);
      return searchView.parse(found).results.map(paymentOf);
    },
    isGenuine: (notification, now) => isSigned(notification, webhookSecrets, now),
    listing: {
      list: (from, to) => listBetween((query) => send('GET', `/v1/payments/search?${query}`), from, to),
      async stateOf(id) {
        const found = await payment(id);
        return found && listedState[found.state];
      },
    },
  };
}

function preferenceOf(order: CheckoutOrder): object {
  return {
    items: [
      {
        id: order.reference,
        title: order.title,
        quantity: 1,
        currency_id: order.currency,
        unit_price: toUnits(order.amount),
      },
    ],
    back_urls: { success: order.successUrl, pending: order.successUrl, failure: order.errorUrl },
    auto_return: 'approved',
    external_reference: order.reference,
    notification_url: withoutOldForm(order.notificationUrl),
    expires: true,
    expiration_date_to: order.expiresAt.toISOString(),
    date_of_expiration: order.expiresAt.toISOString(),
  };
}

/** Sorted by last change, so that a refund is listed on its own day. @param search reads one page */
async function listBetween(
  search: (query: string) => Promise<unknown>,
  from: Date,
  to: Date,
): Promise<readonly ListedPayment[]> {
  const order = { range: 'date_last_updated', sort: 'date_last_updated', criteria: 'asc' };
  const period = { begin_date: from.toISOString(), end_date: to.toISOString() };
  const views: z.output<typeof paymentView>[] = [];
  for (;;) {
    const page = { limit: String(pageSize), offset: String(views.length) };
    const query = new URLSearchParams({ ...order, ...period, ...page });
    const { results } = searchView.parse(await search(query.toString()));
    views.push(...results);
    if (results.length < pageSize) break;
  }
  return views
    .filter((view) => isCurrency(view.currency_id))
    .map((view) => {
      const { id, state, amount, currency } = paymentOf(view);
      const at = new Date(view.date_last_updated ?? from);
      return { key: id, providerId: id, state: listedState[state], amount, currency, at };
    });
}

/** Opts out of the older notification format, which the provider would send in addition. */
function withoutOldForm(address: string): string {
  const url = new URL(address);
  url.searchParams.set('source_news', 'webhooks');
  return url.href;
}

const states: Readonly<Record<string, WalletPaymentState>> = {
  approved: 'approved',
  rejected: 'rejected',
  cancelled: 'rejected',
  refunded: 'reversed',
  charged_back: 'reversed',
};

const listedState: Readonly<Record<WalletPaymentState, ListedState>> = {
  approved: 'taken',
  reversed: 'given-back',
  rejected: 'not-taken',
  'under-way': 'open',
};

/** @throws if the payment is not in the expected form, so that nothing is booked and it is queried again */
function paymentOf(view: z.output<typeof paymentView>): WalletPayment {
  const amount = parseUnits(view.transaction_amount);
  const refunded = parseUnits(view.transaction_amount_refunded ?? 0);
  if (amount === undefined || refunded === undefined)
    throw new Error('the wallet reported an invalid amount');
  if (!isCurrency(view.currency_id)) throw new Error('the wallet names a currency of no country');
  return {
    id: view.id,
    reference: view.external_reference ?? '',
    // pending, in_process, authorized, in_mediation and unknown states are not final.
    state: states[view.status] ?? 'under-way',
    ...(view.status === 'charged_back' ? { isChargedBack: true } : {}),
    amount,
    ...(refunded > 0 ? { refunded } : {}),
    currency: view.currency_id,
  };
}
