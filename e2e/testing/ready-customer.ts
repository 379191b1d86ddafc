import type { CountryCode } from '../../src/countries/country-pack.ts';
import { completeApplication, createAccount, type TestAccount } from './journey.ts';

/** A customer whose application is done up to the review, with that way of delivery. */
export async function createReadyCustomer(
  country: CountryCode,
  delivery: 'bank-transfer' | 'red-pagos' = 'bank-transfer',
  options: { lastDigit?: number } = {},
): Promise<TestAccount> {
  const account = await createAccount(country, options);
  await completeApplication(account, delivery);
  return account;
}
