import type { DocumentNumber } from '../../../../countries/country.ts';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import { packOf } from '../../../../countries/index.ts';
import { loanBalance } from '../../../loans/ledger/service.ts';
import { loanByPublicId } from '../../../loans/service.ts';
import {
  confirmationOf,
  payout,
  signUpAndVerify,
  type JourneyOptions,
  type Traveller,
} from '../../../testing/journey.ts';
import type { CallOptions, TestAnswer, TestProduct } from '../../../testing/product.ts';

/** A customer with a loan paid out and a proved e-mail address. */
export interface Borrower {
  readonly person: Traveller;
  readonly country: CountryCode;
  readonly documentNumber: DocumentNumber;
  readonly loanId: number;
  readonly publicId: string;
  /** The public account status. */
  // oxlint-disable-next-line typescript/no-explicit-any
  balance(): Promise<any>;
  /** Requests to pay instalments at the balance's price. */
  ask(numbers: readonly number[], method: string, more?: AskOptions): Promise<TestAnswer>;
  /** Closes the loan at its quote plus `more`. @returns the payment's hash */
  payOff(more?: number): Promise<string>;
  /** Amount reported for the loan so far, centavos. */
  collected(): Promise<number>;
}

export interface AskOptions extends Pick<CallOptions, 'token' | 'headers'> {
  readonly change?: object;
}

export async function borrower(
  product: TestProduct,
  country: CountryCode = 'AR',
  instalments = 3,
  {
    membership = false,
    ...journey
  }: Pick<JourneyOptions, 'parameter' | 'documentNumber' | 'accountNumber' | 'isByCalls'> & {
    membership?: boolean;
  } = {},
): Promise<Borrower> {
  // Uses cash where available, so that both delivery types are tested.
  const isCash = packOf(country).deliveryTypes.includes('red-pagos');
  const delivery = isCash ? 'red-pagos' : 'bank-transfer';
  const person = await signUpAndVerify(product, country, { delivery, ...journey });
  const confirmed = await person.call('POST /api/v3/finish-new', {
    body: confirmationOf(person, { instalments, membership }),
  });
  const publicId: string = confirmed.body.result.id;
  await payout(product, publicId);
  const { db } = product.deps;
  const row = await loanByPublicId(db, country, publicId);
  if (row?.state !== 'approved') throw new Error('the loan was not paid out');
  const { documentNumber, email } = person;
  // Further loans require a proved e-mail address.
  await db
    .updateTable('customer')
    .set({ email_proved_at: product.deps.clock.now(), email_proved_by: 'link' })
    .where('email', '=', email)
    .execute();
  const balance = async () => {
    const body = { document_type: 1, document_number: documentNumber };
    return (await product.call('POST /api/v3/balance', { country, body })).body.model;
  };
  return {
    person,
    country,
    documentNumber,
    loanId: row.id,
    publicId,
    balance,
    async ask(numbers, method, { change = {}, ...more } = {}) {
      const all: { id: string; number: number; amount: number }[] = (await balance()).installments;
      const chosen = all.filter(({ number }) => numbers.includes(number));
      return product.call('POST /api/v3/payment', {
        country,
        ...more,
        body: {
          document_type: 1,
          document_number: documentNumber,
          payment_method: method,
          installments: chosen.map(({ id, number }) => ({ id, number })),
          total: chosen.reduce((sum, { amount }) => sum + amount, 0),
          ...change,
        },
      });
    },
    async payOff(more = 0) {
      const params = { id: publicId };
      const quote = await person.call('GET /api/v3/loan/{id}/settlement', { params });
      const { total } = quote.body.result;
      const asked = await person.call('POST /api/v3/loan/{id}/settlement', {
        params,
        body: { kind: 'settlement', payment_method: 'bank-transfer', total },
      });
      const { hash } = asked.body.result;
      await product.call('POST /sandbox/payments/{hash}/settle', {
        country,
        params: { hash },
        body: { amount: Math.round((total + more) * 100) / 100 },
      });
      return hash;
    },
    collected: async () => (await loanBalance(db, row.id)).get('collections') ?? 0,
  };
}
