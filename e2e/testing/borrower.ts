import type { CountryCode } from '../../src/countries/country-pack.ts';
import { api, eventually } from './api.ts';
import { confirmLoan, done, type TestAccount } from './journey.ts';
import { createReadyCustomer } from './ready-customer.ts';

/** Somebody whose loan has been paid out: every instalment is still to be paid. */
export interface TestBorrower extends TestAccount {
  readonly loanId: string;
}

/** An instalment as the balance tells it. */
export interface OwedInstalment {
  readonly id: string;
  readonly number: number;
  /** What is to be paid for it. */
  readonly amount: number;
  /** What is not paid yet. */
  readonly missing: number;
  readonly state_name: string;
  readonly payment: { readonly hash: string; readonly method: string; readonly url: string } | null;
}

/**
 * Confirms a loan and pays it out at once. The pace of the worker, which would take three seconds, is waited for in
 * e2e/application/full-journey.test.ts; here it may be ahead, and a step that is done already is refused.
 */
export async function createBorrower(
  country: CountryCode = 'AR',
  { membership = false, ...options }: { membership?: boolean; lastDigit?: number } = {},
): Promise<TestBorrower> {
  const account = await createReadyCustomer(country, 'bank-transfer', options);
  const loanId = await confirmLoan(account, { membership });
  // The check, then the word of the rail.
  for (const outcome of ['ok', 'ok'])
    await api(`POST /sandbox/loans/${loanId}/advance`, { body: { outcome } });
  await eventually(
    () => done(`GET /api/v3/loan-new/${loanId}`, { country, token: account.token }),
    ({ result }) => result.state_slug === 'approved',
  );
  return { ...account, loanId };
}

/** The instalments of the balance, by number, as their owner sees them, or a stranger without a token. */
export async function instalmentsOf({
  country,
  document,
  token,
}: Pick<TestAccount, 'country' | 'document'> & Partial<Pick<TestAccount, 'token'>>): Promise<
  OwedInstalment[]
> {
  const { model } = await done('POST /api/v3/balance', {
    country,
    ...(token === undefined ? {} : { token }),
    body: { document_type: 1, document_number: document },
  });
  return model.installments.toSorted((a: OwedInstalment, b: OwedInstalment) => a.number - b.number);
}

/** Sum in currency units, without the rounding errors of decimals. */
export const sumOf = (instalments: readonly OwedInstalment[]): number =>
  instalments.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100;

/** Asks to pay these instalments by a method, as their owner where there is a token. @returns the payment's hash */
export async function askToPay(
  account: Pick<TestAccount, 'country' | 'document'> & Partial<Pick<TestAccount, 'token'>>,
  instalments: readonly OwedInstalment[],
  method: string,
): Promise<string> {
  const { result } = await done('POST /api/v3/payment', {
    country: account.country,
    ...(account.token === undefined ? {} : { token: account.token }),
    body: {
      document_type: 1,
      document_number: account.document,
      payment_method: method,
      installments: instalments.map(({ id, number }) => ({ id, number })),
      total: sumOf(instalments),
    },
  });
  return result.hash;
}
