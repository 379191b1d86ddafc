import { z } from 'zod';
import type { CardBrand } from '../../../countries/identifiers/cards.ts';
import { paywayListing } from './payway-listing.ts';
import type { CardPayments, ChargeAnswer, ChargeOrder, ChargeState, PaidCard } from './port.ts';

interface PaywayPaymentSettings {
  readonly baseUrl: string;
  /** Key for `/tokens`. */
  readonly publicKey: string;
  /** Key for all other paths. */
  readonly privateKey: string;
}

/** Short, because a person waits; a charge without a response is queried later. */
const timeoutMs = 20_000;

const methodIds: Readonly<Record<CardBrand, number>> = {
  visa: 31,
  mastercard: 105,
  maestro: 106,
  cabal: 108,
};

const paymentView = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  status: z.string(),
  status_details: z
    .object({ ticket: z.string().nullish(), card_authorization_code: z.string().nullish() })
    .nullish(),
});
const listView = z.object({ results: z.array(paymentView) });
const tokenView = z.object({ id: z.string().min(1).max(100) });
const refusalView = z.object({
  error_type: z.string(),
  validation_errors: z.array(z.object({ param: z.string().nullish() })).nullish(),
});
const storedView = z.object({
  tokens: z.array(
    z.object({
      token: z.string().min(1).max(100),
      bin: z.string(),
      last_four_digits: z.string(),
      expiration_month: z.coerce.number(),
      expiration_year: z.coerce.number(),
      expired: z.boolean().nullish(),
    }),
  ),
});

/**
 * Statuses that decide the charge. 400: malformed request; 402: invalid data or rejection; 404: unknown id;
 * 422: unsuitable card.
 */
const decided: ReadonlySet<number> = new Set([400, 402, 404, 422]);

const nothing: ChargeAnswer = { state: 'not-found', providerId: '', authorizationCode: '' };

interface PaywayAnswer {
  readonly status: number;
  readonly body: unknown;
}

type PaywayClient = (
  method: 'GET' | 'POST',
  path: string,
  key: string,
  body?: object,
) => Promise<PaywayAnswer>;

function paywayClient(baseUrl: string): PaywayClient {
  const base = baseUrl.replace(/\/$/, '');
  return async (method, path, key, body) => {
    const response = await fetch(`${base}${path}`, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { apikey: key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (response.ok || decided.has(response.status)) {
      const text = await response.text();
      return { status: response.status, body: text === '' ? {} : parsed(text) };
    }
    await response.body?.cancel();
    // Logs only the status, because the gateway's error text may repeat the request.
    throw new Error(`the card gateway answered ${response.status}`);
  };
}

/**
 * Payway (formerly Decidir), `/payments` of its API v2 (docs/product/providers.md#payway). Amounts are sent
 * in centavos. A token is valid for one payment; a stored card is exchanged for a token before each charge.
 */
export function paywayPayments({ baseUrl, publicKey, privateKey }: PaywayPaymentSettings): CardPayments {
  const send = paywayClient(baseUrl);
  async function get(search: Record<string, string>): Promise<unknown> {
    const asked = new URLSearchParams(search).toString();
    const { status, body } = await send('GET', `/payments?${asked}`, privateKey);
    if (status !== 200) throw new Error(`the card gateway answered ${status}`);
    return body;
  }
  async function query(reference: string): Promise<ChargeAnswer> {
    const body = await get({ siteOperationId: reference, pageSize: '1' });
    const [found] = listView.parse(body).results;
    return found ? chargeAnswer(found) : nothing;
  }
  /** Token for this payment; undefined if the gateway no longer stores the card. */
  async function tokenOf({ card }: ChargeOrder): Promise<string | undefined> {
    if (card.kind === 'once') return card.token;
    const { status, body } = await send('POST', '/tokens', publicKey, { token: card.token });
    if (status < 300) return tokenView.parse(body).id;
    refusalOf(status, body);
    return undefined;
  }
  return {
    name: 'payway',
    query,
    async charge(order) {
      const token = await tokenOf(order);
      if (token === undefined) return { ...nothing, state: 'declined' };
      const { status, body } = await send('POST', '/payments', privateKey, paymentOf(order, token));
      if (status < 300) return chargeAnswer(paymentView.parse(body));
      const rejected = paymentView.safeParse(body);
      if (rejected.success) return { ...chargeAnswer(rejected.data), state: 'declined' };
      // The gateway already knows this reference, so the earlier outcome counts.
      if (refusalOf(status, body).includes('site_transaction_id')) return query(order.reference);
      return { ...nothing, state: 'declined' };
    },
    async storedCard(card) {
      const path = `/usersite/${encodeURIComponent(userOf(card.customerId))}/cardtokens`;
      const { status, body } = await send('GET', path, privateKey);
      if (status === 404) return undefined;
      if (status !== 200) throw new Error(`the card gateway answered ${status}`);
      return storedView.parse(body).tokens.find((kept) => isCard(kept, card))?.token;
    },
    async giveBack({ reference, providerId }) {
      const { status } = await send(
        'POST',
        `/payments/${encodeURIComponent(providerId)}/refunds`,
        privateKey,
        {},
      );
      if (status < 300) return;
      const { state } = await query(reference);
      if (state !== 'declined') throw new Error(`the card gateway answered the refund with ${status}`);
    },
    listing: paywayListing(get),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

function userOf(customerId: number): string {
  return `customer-${customerId}`;
}

function isCard(kept: z.output<typeof storedView>['tokens'][number], card: PaidCard): boolean {
  return (
    kept.bin === card.bin &&
    kept.last_four_digits === card.lastFour &&
    kept.expiration_month === card.expiresMonth &&
    kept.expiration_year % 100 === card.expiresYear % 100 &&
    kept.expired !== true
  );
}

/**
 * Parses a refusal by the gateway.
 * @throws if the body is not in the gateway's format: a wrong address or a proxy decides nothing
 */
function refusalOf(status: number, body: unknown): readonly string[] {
  const refusal = refusalView.safeParse(body);
  if (!refusal.success) throw new Error(`the card gateway answered ${status} without a reason`);
  return (refusal.data.validation_errors ?? []).flatMap(({ param }) => param ?? []);
}

function paymentOf({ reference, card, brand, bin, amount, currency }: ChargeOrder, token: string): object {
  return {
    site_transaction_id: reference,
    token,
    ...(card.customerId === undefined ? {} : { customer: { id: userOf(card.customerId) } }),
    payment_method_id: methodIds[brand],
    bin,
    amount,
    currency,
    installments: 1,
    payment_type: 'single',
    sub_payments: [],
  };
}

const states: Readonly<Record<string, ChargeState>> = {
  approved: 'approved',
  pre_approved: 'under-way',
  rejected: 'declined',
  // Refunded in full, so it counts as never taken.
  annulled: 'declined',
  refunded: 'declined',
};

function chargeAnswer(view: z.output<typeof paymentView>): ChargeAnswer {
  return {
    state: states[view.status] ?? 'under-way',
    providerId: view.id,
    authorizationCode: view.status_details?.card_authorization_code ?? '',
  };
}
