import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { balancePage } from '../testing/balance-page.ts';
import { createBorrower } from '../testing/borrower.ts';
import { useBrowser } from '../testing/harness.ts';
import { chooseProposal, createAccount } from '../testing/journey.ts';
import { pressByKey, tabTo, tickByKey } from '../testing/keyboard.ts';
import { createReadyCustomer } from '../testing/ready-customer.ts';

const browsing = useBrowser();
type Country = 'AR' | 'UY';

async function openOffer(country: Country): Promise<Page> {
  const page = await browsing.open({ country, token: await createAccount(country) });
  await page.goto('/oferta-comercial');
  await page.getByRole('radio').first().waitFor();
  return page;
}

async function openReview(country: Country): Promise<Page> {
  const ready = await createReadyCustomer(country);
  const page = await browsing.open({ country, token: ready });
  await chooseProposal(page, ready);
  await page.goto('/revisar');
  await note(page).waitFor();
  return page;
}

async function openBalance(country: Country): Promise<Page> {
  const borrower = await createBorrower(country);
  const page = await browsing.open({ country, token: borrower });
  await page.goto(`/balance/1/${borrower.document}`);
  await balancePage(page).box(1).waitFor();
  return page;
}

/** Consent to the promissory note. */
const note = (page: Page) => page.getByRole('checkbox', { name: /^Acepto el (pagaré|vale)$/ });

/** Names in a screen reader's order, each after the one before. */
async function expectRead(main: Locator, names: readonly string[]): Promise<void> {
  const read = await main.ariaSnapshot();
  let from = 0;
  for (const name of names) {
    const at = read.indexOf(name, from);
    expect(at, `${name} after the one before, in\n${read}`).toBeGreaterThanOrEqual(0);
    from = at + name.length;
  }
}

/** Headings are read in a phone's order. */
async function expectShownAsRead(main: Locator): Promise<void> {
  const tops = await main
    .getByRole('heading')
    .evaluateAll((all) =>
      all
        .filter((each) => each.getBoundingClientRect().height > 1)
        .map((each) => each.getBoundingClientRect().top),
    );
  expect(tops).toEqual(tops.toSorted((one, other) => one - other));
}

const screens = [
  [
    'offer',
    openOffer,
    [
      'heading "Hola, Ana. Este es tu préstamo"',
      'textbox "Monto en miles"',
      'slider "Monto del préstamo"',
      'tablist "Con o sin membresía"',
      'heading "Elegí tus cuotas"',
      'radiogroup "Elegí tus cuotas"',
      'button "Detalles del préstamo"',
      'heading "Qué pagás"',
      'term: Total con membresía',
      'button "Continuar"',
      'heading "Compará Basic y Wayni+"',
      'heading "Cómo sigue"',
    ],
  ],
  [
    'review',
    openReview,
    [
      'heading "Revisá y confirmá tu préstamo"',
      'term: Primer vencimiento',
      'term: Total a devolver',
      'heading "Qué pagás"',
      'heading "Tasas y costo total"',
      'table "Tus vencimientos"',
      'heading "Dónde recibís el dinero"',
      'checkbox "Acepto los términos',
      'checkbox "Acepto el ',
      'button "Confirmar préstamo"',
    ],
  ],
  [
    'balance',
    openBalance,
    [
      'heading "Tu próxima cuota vence el ',
      'paragraph: Cuota 1 de ',
      'list "Tus cuotas, de la primera a la última"',
      'link "Ver mi préstamo"',
      'tablist "Tu cuenta"',
      'checkbox "Seleccionar todas"',
      'rowheader "Cuota 1"',
      'button "Pagar"',
    ],
  ],
] as const;

test.each(screens)('the %s is read in the order in which it is shown', async (_name, open, names) => {
  const main = (await open('AR')).getByRole('main');
  await expectRead(main, names);
  await expectShownAsRead(main);
});

describe('by keyboard alone', () => {
  test('an amount and a plan are chosen in the offer', async () => {
    const page = await openOffer('AR');
    const slider = page.getByRole('slider');
    const before = await slider.inputValue();
    await tabTo(page, slider);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => slider.inputValue()).not.toBe(before);
    await tabTo(page, page.getByRole('tab', { name: 'Wayni+' }));
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('tab', { name: 'Basic', selected: true }).waitFor();
    const plan = page.getByRole('radio', { checked: true });
    const first = await plan.getAttribute('aria-label');
    await tabTo(page, plan);
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => plan.getAttribute('aria-label')).not.toBe(first);
    await pressByKey(page, page.getByRole('button', { name: 'Continuar', exact: true }));
    await page.waitForURL((url) => !url.pathname.startsWith('/oferta-comercial'));
  });

  test('the loan is confirmed in the review', async () => {
    const page = await openReview('AR');
    await tickByKey(page, page.getByRole('checkbox', { name: /Acepto los términos/ }));
    await tickByKey(page, note(page));
    await pressByKey(page, page.getByRole('button', { name: 'Confirmar préstamo' }));
    await expect.poll(() => page.url()).toMatch(/\/finalizacion\/[\w-]{20,}$/);
  });

  test('an instalment is paid from the balance', async () => {
    const page = await openBalance('AR');
    const balance = balancePage(page);
    await tickByKey(page, balance.box(1));
    await pressByKey(page, balance.pay);
    await balance.dialog.waitFor();
    await tickByKey(page, balance.dialog.getByRole('radio').first());
    await pressByKey(page, balance.dialog.getByRole('button', { name: /^Pagar \$/ }));
    await page.getByRole('heading', { name: 'Cupón de pago' }).waitFor();
    expect(page.url()).toContain('/coupon/');
  });
});
