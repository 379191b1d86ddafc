import { z } from 'zod';
import type { CardBrand } from '../../../countries/identifiers/cards.ts';
import type { CardPayments, ChargeAnswer, ChargeOrder, ChargeState } from './port.ts';

export interface PaywayPaymentSettings {
  readonly baseUrl: string;
  /** The key for `/payments`. */
  readonly privateKey: string;
}

/** A person is waiting; what takes longer is asked for later. */
const timeoutMs = 20_000;

/** Payway's numbers of the debit cards. */
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

/**
 * Payway (formerly Decidir), `/payments` of its API v2 (docs/product/providers.md#payway). Amounts travel in
 * centavos.
 */
export function paywayPayments({ baseUrl, privateKey }: PaywayPaymentSettings): CardPayments {
  const url = `${baseUrl.replace(/\/$/, '')}/payments`;
  const common = { redirect: 'error', headers: { apikey: privateKey } } as const;
  return {
    name: 'payway',
    async charge(order) {
      const response = await fetch(url, {
        ...common,
        method: 'POST',
        signal: AbortSignal.timeout(timeoutMs),
        headers: { ...common.headers, 'content-type': 'application/json' },
        body: JSON.stringify(paymentOf(order)),
      });
      if (response.status === 402) return chargeAnswer(paymentView.parse(await response.json()), 'declined');
      if (response.status === 400 || response.status === 422) {
        await response.body?.cancel();
        return { state: 'declined', providerId: '', authorizationCode: '' };
      }
      if (!response.ok) {
        await response.body?.cancel();
        // The status only: a gateway's error text may repeat what it was sent.
        throw new Error(`the card gateway answered ${response.status}`);
      }
      return chargeAnswer(paymentView.parse(await response.json()));
    },
    async query(reference) {
      const query = new URLSearchParams({ siteOperationId: reference, pageSize: '1' });
      const response = await fetch(`${url}?${query.toString()}`, {
        ...common,
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!response.ok) {
        await response.body?.cancel();
        throw new Error(`the card gateway answered ${response.status}`);
      }
      const [found] = listView.parse(await response.json()).results;
      return found ? chargeAnswer(found) : { state: 'not-found', providerId: '', authorizationCode: '' };
    },
  };
}

function paymentOf({ reference, token, brand, bin, amount, currency }: ChargeOrder): object {
  return {
    site_transaction_id: reference,
    token,
    payment_method_id: methodIds[brand],
    ...(bin === undefined ? {} : { bin }),
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
  annulled: 'declined',
};

function chargeAnswer(view: z.output<typeof paymentView>, state?: ChargeState): ChargeAnswer {
  return {
    state: state ?? states[view.status] ?? 'under-way',
    providerId: view.id,
    authorizationCode: view.status_details?.card_authorization_code ?? '',
  };
}
