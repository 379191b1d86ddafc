import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { formatMoney } from '../testing/money.ts';
import { eventually } from '../testing/api.ts';
import { createBorrower, instalmentsOf, type TestBorrower } from '../testing/borrower.ts';
import { useBrowser } from '../testing/harness.ts';
import { done } from '../testing/journey.ts';
import { loginOf } from '../testing/screens.ts';
import { seen } from '../testing/seen.ts';

const browsing = useBrowser();

const quoteOf = async ({ country, token, loanId }: TestBorrower) =>
  (await done(`GET /api/v3/loan/${loanId}/settlement`, { country, token })).result;

/** Pays in the open dialog. @returns the hash of the requested payment */
async function payWith(page: Page, method: RegExp): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Elegí cómo pagar' });
  await dialog.getByRole('radio', { name: method }).check();
  await dialog.getByRole('button', { name: /^Pagar/ }).click();
  await page.waitForURL('**/coupon/*');
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

const settle = ({ country }: TestBorrower, hash: string) =>
  done(`POST /sandbox/payments/${hash}/settle`, { country, body: {} });

describe('paying early', () => {
  it('closes the loan for today’s payoff amount, once and with no other choice', async () => {
    const account = await createBorrower('AR');
    const { total, saved, outstanding, principal, fee } = await quoteOf(account);
    const page = await browsing.open({ country: 'AR', token: account });
    await page.goto(`/balance/1/${account.document}`);
    await page.getByRole('button', { name: 'Pagar antes' }).click();
    await page.waitForURL(`**/pago-anticipado/${account.loanId}`);
    const card = page.getByRole('region', { name: 'Cerrar tu préstamo hoy' });
    const line = (label: string) => card.locator('dl > div').filter({ hasText: label });
    expect(await seen(line('Capital de las cuotas que faltan').getByText(formatMoney(principal)))).toBe(true);
    expect(await seen(line('Cargo por pagar antes').getByText('$0'))).toBe(true);
    expect(await seen(card.getByText(fee.text))).toBe(true);
    // On its first day a loan is closed with the amount lent.
    expect(saved).toBeGreaterThan(0);
    expect(await seen(card.getByText(`En lugar de ${formatMoney(outstanding)}`))).toBe(true);

    await card.getByRole('button', { name: `Cerrar por ${formatMoney(total)}` }).click();
    expect(await seen(page.getByRole('dialog').getByText('Cierre de tu préstamo'))).toBe(true);
    const hash = await payWith(page, /^Transferencia bancaria/);

    await page.goto(`/pago-anticipado/${account.loanId}`);
    // The payment's amount holds until its due date: no other figure is shown with it.
    await page.getByText(`Es de ${formatMoney(total)}, hasta el`).waitFor();
    expect(await card.count()).toBe(0);

    await settle(account, hash);
    await eventually(
      () => done(`GET /api/v3/loan-new/${account.loanId}`, { country: 'AR', token: account.token }),
      ({ result }) => result.state_slug === 'finished',
    );
    await page.goto(`/pago-anticipado/${account.loanId}`);
    await page.getByText('Este préstamo no se puede pagar antes').waitFor();
    await page.getByRole('button', { name: 'Ir a mi estado de cuenta' }).click();
    expect(await seen(page.getByRole('heading', { name: 'No tenés deudas' }))).toBe(true);
  });

  it('pays ahead with fewer or smaller instalments, as they are shown', async () => {
    const account = await createBorrower('UY');
    const { prepayment } = await quoteOf(account);
    const before = await instalmentsOf(account);
    const page = await browsing.open({ country: 'UY', token: account });
    await page.goto(`/pago-anticipado/${account.loanId}`);
    const card = page.getByRole('region', { name: 'Adelantar una parte' });
    const field = card.getByLabel('Importe a adelantar');
    await field.fill('0,5');
    await field.blur();
    const bounds = `entre ${formatMoney(prepayment.min)} y ${formatMoney(prepayment.max)}.`;
    await card.getByText(`Ingresá un importe ${bounds}`).waitFor();
    expect(await card.getByRole('button', { name: /^Adelantar/ }).isDisabled()).toBe(true);
    // A card that cannot be paid shows no figures of another amount.
    await card
      .getByText(`Con un importe ${bounds.slice(0, -1)} te mostramos cómo quedan tus cuotas.`)
      .waitFor();
    expect(await card.getByRole('radio').count()).toBe(0);
    expect(await card.getByRole('button', { name: 'Adelantar', exact: true }).isDisabled()).toBe(true);
    await card.getByRole('button', { name: /^Máximo/ }).click();
    await card.getByRole('button', { name: `Adelantar ${formatMoney(prepayment.max)}` }).waitFor();

    const amount = Math.round(prepayment.max / 2);
    await field.fill(String(amount));
    const send = card.getByRole('button', { name: `Adelantar ${formatMoney(amount)}` });
    await expect.poll(() => send.isEnabled()).toBe(true);
    const { result } = await done(`GET /api/v3/loan/${account.loanId}/prepayment?amount=${amount}`, {
      country: 'UY',
      token: account.token,
    });
    const way = (name: RegExp) => card.getByRole('radio', { name });
    expect(await way(/^Menos cuotas/).getAttribute('aria-label')).toContain(formatMoney(result.fewer.saved));
    await way(/^Cuotas más chicas/).check();
    await card.getByText('Ver las cuotas que quedarían').click();
    const plan = card.getByRole('table', { name: 'Cuotas que quedarían: Cuotas más chicas' });
    expect(await plan.getByRole('row').count()).toBe(1 + result.smaller.instalment_count);

    await send.click();
    expect(await seen(page.getByRole('dialog').getByText('Adelanto: cuotas más chicas'))).toBe(true);
    await settle(account, await payWith(page, /^Abitab/));
    const after = await eventually(
      () => instalmentsOf(account),
      (instalments) => instalments.at(-1)?.amount !== before.at(-1)?.amount,
    );
    expect(
      after.filter(({ state_name }) => state_name === 'pending').map(({ amount: each }) => each),
    ).toEqual(result.smaller.instalments.map(({ amount: each }: { amount: number }) => each));
  });

  it('offers nothing while the gateway has a payment, and does not ask to finish it', async () => {
    const country = 'AR';
    const login = await loginOf('aldia', country);
    const [{ id }] = (await done('GET /api/loan', { country, token: login.token })).result;
    const quote = await done(`GET /api/v3/loan/${id}/settlement`, { country, token: login.token });
    const open_payment = { hash: 'h', amount: 76_736.24, due_date: '01-12-2026', state: 'charging' };
    const page = await browsing.open({ country, token: login });
    await page.route(`**/api/v3/loan/${id}/settlement`, (route) =>
      route.fulfill({ json: { ...quote, result: { ...quote.result, open_payment } } }),
    );
    await page.goto(`/pago-anticipado/${id}`);
    const note = page.getByRole('note');
    await note.getByText('Estamos procesando tu pago').waitFor();
    await note.getByText('No vuelvas a pagar: te avisamos por mail.').waitFor();
    expect(await page.getByText(/terminalo|cancelalo/i).count()).toBe(0);
    expect(await page.getByRole('button', { name: /^(Cerrar por|Adelantar|Devolver)/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Ir a mi estado de cuenta' }).click();
    await page.waitForURL('**/balance/1/*');
  });

  it('says when the price has changed, when it cannot be had, and gives money back after a withdrawal', async () => {
    const login = await loginOf('aldia', 'AR');
    const [{ id }] = (await done('GET /api/loan', { country: 'AR', token: login.token })).result;
    const quote = await done(`GET /api/v3/loan/${id}/settlement`, { country: 'AR', token: login.token });
    const page = await browsing.open({ country: 'AR', token: login });
    const path = `**/api/v3/loan/${id}/settlement`;
    await page.route(path, (route) => route.fulfill({ status: 400, json: { status: 'error', code: 'x' } }));
    await page.goto(`/pago-anticipado/${id}`);
    await page.getByRole('heading', { name: 'No pudimos calcular tu pago anticipado' }).waitFor();
    await page.unroute(path);

    const withdrawal = { code: 'ARR-0000000001', amount: 290_000, until: '01-12-2026' };
    await page.route(path, (route) =>
      route.request().method() === 'GET'
        ? route.fulfill({ json: { ...quote, result: { ...quote.result, withdrawal } } })
        : route.fulfill({
            status: 409,
            json: {
              status: 'error',
              code: 'payment_total',
              message: 'El total cambió.',
              messages: [],
              errors: [],
            },
          }),
    );
    await page.getByRole('button', { name: 'Volver a intentar' }).click();
    await page.getByText('Pediste el arrepentimiento (ARR-0000000001).').waitFor();
    const asked = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().includes('/settlement'),
    );
    await page.getByRole('button', { name: 'Devolver $290.000,00' }).click();
    const dialog = page.getByRole('dialog', { name: 'Elegí cómo pagar' });
    await dialog.getByRole('radio', { name: /^Rapipago/ }).check();
    await dialog.getByRole('button', { name: /^Pagar/ }).click();
    expect((await asked).postDataJSON()).toEqual({
      kind: 'withdrawal',
      total: 290_000,
      payment_method: 'rapipago',
    });
    await page.getByText('El total cambió.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    // Return mode: the page offers nothing except giving the money back.
    expect(await seen(page.getByRole('heading', { name: 'Devolvé el dinero' }))).toBe(true);
    expect(await page.getByRole('button', { name: /^(Cerrar por|Adelantar|Pagar)/ }).count()).toBe(0);

    const open_payment = { hash: 'h', amount: 1, due_date: '01-12-2026', kind: 'coupon', pdf_url: '' };
    await page.route(path, (route) =>
      route.fulfill({ json: { ...quote, result: { ...quote.result, withdrawal, open_payment } } }),
    );
    await page.reload();
    await page.getByText(/Para devolver el dinero de otra forma/).waitFor();
    expect(await page.getByRole('link', { name: 'Mostrar el cupón' }).count()).toBe(1);
  });
});
