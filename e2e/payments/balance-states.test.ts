import { describe, expect, it } from 'vitest';
import { expectNoSidewaysScroll } from '../testing/axe.ts';
import { balancePage, current, delayed } from '../testing/balance-page.ts';
import { useBrowser } from '../testing/harness.ts';
import { done } from '../testing/journey.ts';
import { loginOf } from '../testing/screens.ts';
import { seen } from '../testing/seen.ts';

const browsing = useBrowser();

/**
 * Every state of an instalment with what it is called, and whether it can be chosen
 * (docs/product/loan-and-money.md#instalment-states).
 */
const states = [
  { state_name: 'pending', says: 'Pendiente', isFree: true },
  { state_name: 'delayed', days_late: 30, says: 'Demorada', isFree: true },
  { state_name: 'delayed', days_late: 31, says: 'Default', isFree: true },
  { state_name: 'late', payed: true, days_late: 4, says: 'Pagada con retraso', isFree: false },
  { state_name: 'waiting', says: 'Pagada', isFree: false },
  { state_name: 'payed', payed: true, says: 'Pagada', isFree: false },
  { state_name: 'coupon', method: 'pago-facil', says: 'Cupón emitido', isFree: false },
  { state_name: 'online', method: 'debit-card', says: 'Pago en curso', isFree: false },
];

/** The payment under way of an instalment, as the balance tells it. */
const underWay = (payment: { hash: string; method: string; url: string }, number: number) => ({
  ...payment,
  supplier_name: payment.method,
  kind: payment.method === 'debit-card' ? 'card' : 'coupon',
  purpose: 'instalments',
  state: 'open',
  amount: 100,
  due_date: '01-12-2026',
  barcode: '123',
  reference: '123',
  installments: [number],
  pdf_url: '',
});

describe('instalment states', () => {
  it.each([360, 1280])('are told apart, and only what is owed can be chosen, at %d px', async (width) => {
    const answer = await done('POST /api/v3/balance', {
      country: 'AR',
      body: { document_type: 1, document_number: current.AR },
    });
    const [some] = answer.model.installments;
    const installments = states.map(({ says: _says, isFree: _isFree, method, ...state }, index) => ({
      ...some,
      days_late: 0,
      payed: false,
      pay_date_format: '',
      ...state,
      id: `x-${index}`,
      number: index + 1,
      payment: method ? { hash: `h${index}`, method, url: `/debit-payment/h${index}` } : null,
    }));
    const open_payments = installments.flatMap(({ payment, number }) =>
      payment ? [underWay(payment, number)] : [],
    );
    const page = await browsing.open({ country: 'AR', width });
    await page.route('**/api/v3/balance', (route) =>
      route.fulfill({ json: { ...answer, model: { ...answer.model, installments, open_payments } } }),
    );
    await page.goto(`/balance/1/${current.AR}`);
    const { row, box, all } = balancePage(page);
    for (const [index, { says, isFree }] of states.entries()) {
      expect(await seen(row(index + 1).getByText(says, { exact: true }))).toBe(true);
      expect(await box(index + 1).count()).toBe(isFree ? 1 : 0);
    }
    await all.check();
    expect(await page.getByRole('row').getByRole('checkbox', { checked: true }).count()).toBe(3);
    expect(await seen(row(7).getByRole('link', { name: 'Imprimir el pago de la cuota 7' }))).toBe(true);
    const goOn = row(8).getByRole('link', { name: /^Continuar el pago de la cuota 8/ });
    expect(await goOn.getAttribute('target')).toBe('_blank');
  });
});

describe('a large debt', () => {
  it('stands whole in its card at 320, 360 and 1280 px', async () => {
    const answer = await done('POST /api/v3/balance', {
      country: 'AR',
      body: { document_type: 1, document_number: delayed.AR },
    });
    const installments = answer.model.installments.map((each: { days_late: number }) =>
      each.days_late > 0 ? { ...each, amount: 1_888_888.88 } : each,
    );
    const page = await browsing.open({ country: 'AR' });
    await page.route('**/api/v3/balance', (route) =>
      route.fulfill({ json: { ...answer, model: { ...answer.model, installments } } }),
    );
    await page.goto(`/balance/1/${delayed.AR}`);
    const amount = page.getByText('$1.888.888,88').first();
    await amount.waitFor();
    for (const width of [320, 360, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      const [figure, card] = await Promise.all([
        amount.boundingBox(),
        page.getByText('Tenés que pagar hoy').locator('../..').boundingBox(),
      ]);
      expect(figure!.x).toBeGreaterThanOrEqual(card!.x + 8);
      expect(figure!.x + figure!.width).toBeLessThanOrEqual(card!.x + card!.width - 8);
      await expectNoSidewaysScroll(page);
    }
  });
});

describe('whose account it is', () => {
  it('is told in full to its owner only, who finds the loan and the ways to pay it early', async () => {
    const login = await loginOf('aldia', 'AR');
    const page = await browsing.open({ country: 'AR', token: login });
    await page.goto(`/balance/1/${current.AR}`);
    await page.getByText('Alicia Duarte · DNI 30.400.048').waitFor();
    await page.getByRole('button', { name: 'Pagar antes' }).waitFor();
    await page.getByRole('link', { name: 'Ver mi préstamo' }).click();
    await page.waitForURL('**/ver-prestamo-old/*');

    // Somebody else's account is as masked to a customer as it is to a stranger.
    await page.goto('/balance/1/30500058');
    await page.getByText('D*** D*** · DNI 30.500.058').waitFor();
    expect(await page.getByRole('link', { name: 'Ver mi préstamo' }).count()).toBe(0);

    const stranger = await browsing.open({ country: 'AR' });
    await stranger.goto(`/balance/1/${current.AR}`);
    await stranger.getByText('A*** D*** · DNI 30.400.048').waitFor();
    await stranger.getByRole('link', { name: 'Ingresá para ver tu préstamo completo' }).click();
    await stranger.waitForURL(`**/login?redirectTo=${encodeURIComponent(`/balance/1/${current.AR}`)}`);
    expect(await seen(stranger.getByRole('heading', { level: 1 }))).toBe(true);
  });
});

describe('what the dialog shows of a method', () => {
  it('is what the settings leave of it', async () => {
    const { result } = await done('GET /api/v3/cashin/payment/availables', { country: 'AR' });
    const transfer = result.find(({ slug }: { slug: string }) => slug === 'bank-transfer');
    const page = await browsing.open({ country: 'AR' });
    const shown = ['bank', 'cbu'];
    await page.route('**/api/v3/cashin/payment/availables', (route) =>
      route.fulfill({ json: { status: 'success', result: [{ ...transfer, display: shown }] } }),
    );
    await page.goto(`/balance/1/${current.AR}`);
    const { all, pay, dialog } = balancePage(page);
    await all.check();
    await pay.click();
    await dialog.getByRole('radio', { name: 'Transferencia bancaria', exact: true }).check();
    expect(await dialog.getByRole('term').allTextContents()).toEqual(['CBU']);
    expect(await dialog.getByRole('definition').allTextContents()).toEqual([transfer.bank.cbu]);
    for (const gone of [transfer.info, transfer.extra]) expect(await dialog.getByText(gone).count()).toBe(0);
    expect(await dialog.locator('img').count()).toBe(0);
    expect(await dialog.getByRole('button', { name: /^Copiar/ }).count()).toBe(0);
  });
});

describe('without a connection', () => {
  it('a part whose code does not arrive says so in its place, and the rest of the page stays', async () => {
    const page = await browsing.open({ token: await loginOf('aldia', 'AR') });
    await page.goto(`/balance/1/${current.AR}`);
    await balancePage(page).all.waitFor();
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.getByRole('tab', { name: 'RECLAMOS' }).click();
    const panel = page.getByRole('tabpanel', { name: 'RECLAMOS' });
    await panel.getByText('No pudimos conectarnos.').waitFor();
    expect(await page.getByRole('heading', { name: /^Tu próxima cuota vence el/ }).count()).toBe(1);
    await page.unrouteAll();
    await panel.getByRole('button', { name: 'Volver a intentar' }).click();
    await panel.getByText('No pudimos conectarnos.').waitFor({ state: 'detached' });
    await panel.getByText('No tenés reclamos.').waitFor();
  });
});
