import type { Page } from 'playwright-core';
import type { CountryCode } from '../../src/countries/country-pack.ts';
import { cashIn } from '../../src/countries/testing/test-country.ts';
import { createBorrower, type TestBorrower } from './borrower.ts';
import { keeper } from './kept.ts';
import { askForNext, settle } from './payment-steps.ts';

const keptBorrower = keeper<TestBorrower>();

/** Somebody with a loan whose instalments the screens are about; one per country, product and worker. */
const borrowerIn = (country: CountryCode) => keptBorrower(country, () => createBorrower(country));

/** Opens a payment by a method, or by the country's cash network, and gives its page. */
const pays =
  (page: string, method?: string) =>
  async ({ country }: { readonly country: CountryCode }) => {
    const { hash } = await askForNext(await borrowerIn(country), method ?? cashIn(country));
    return `/${page}/${hash}`;
  };

async function paidInPart({ country }: { readonly country: CountryCode }): Promise<string> {
  const { hash } = await askForNext(await borrowerIn(country), cashIn(country));
  await settle(hash, 100);
  return `/coupon/${hash}`;
}

async function leaveCardWrong(page: Page): Promise<void> {
  await page.getByLabel('Número de tarjeta').fill('4111111111111112');
  await page.getByLabel('Vencimiento (MM/AA)').fill('0120');
  await page.getByRole('button', { name: /^Pagar / }).click();
}

async function cancels(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cancelar este pago' }).click();
  await page.getByRole('dialog').waitFor();
}

const coupon = pays('coupon');
const byCard = pays('debit-payment', 'debit-card');
const inArgentina = ['AR'] as const;
const cardPaid =
  '/debit-payment-success?fullname=ANA+PRUEBA&amount=76736.24&document_number=30400048&ingenico_transaction=card-123456&ingenico_date=21-11-2026';
const walletQuery = '?payment_id=12345&status=approved&payment_type=debit_card';
const walletPaid = async (visit: { readonly country: CountryCode }) =>
  `${await pays('payment-success', 'mercado-pago')(visit)}${walletQuery}`;

/** The pages of a payment; cards and wallets are Argentina's (each in the form of screens.ts). */
export const paymentScreens = [
  { name: 'coupon', path: coupon },
  { name: 'coupon-transfer', path: pays('coupon', 'bank-transfer') },
  {
    name: 'coupon-cancel',
    path: coupon,
    countries: inArgentina,
    isDialog: true,
    leavesNoTrace: true,
    prepare: cancels,
  },
  { name: 'coupon-paid', path: paidInPart, countries: inArgentina },
  { name: 'coupon-online', path: pays('coupon', 'debit-card'), countries: inArgentina },
  { name: 'debit-payment', path: byCard, countries: inArgentina },
  {
    name: 'debit-payment-wrong',
    path: byCard,
    countries: inArgentina,
    prepare: leaveCardWrong,
  },
  { name: 'debit-payment-error', path: pays('debit-payment-error', 'debit-card'), countries: inArgentina },
  { name: 'debit-payment-success', path: cardPaid, countries: inArgentina },
  { name: 'payment-success', path: walletPaid, countries: inArgentina },
  { name: 'payment-error', path: pays('payment-error', 'mercado-pago'), countries: inArgentina },
];
