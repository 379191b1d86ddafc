import { describe, expect, it } from 'vitest';
import { formatMoney } from '../testing/money.ts';
import { balancePage } from '../testing/balance-page.ts';
import { askToPay, createBorrower, instalmentsOf, type TestBorrower } from '../testing/borrower.ts';
import { useBrowser } from '../testing/harness.ts';
import { done } from '../testing/journey.ts';
import { settle, report } from '../testing/payment-steps.ts';
import { inView, seen } from '../testing/seen.ts';

const browsing = useBrowser();

const quoteOf = async ({ country, token, loanId }: TestBorrower) =>
  (await done(`GET /api/v3/loan/${loanId}/settlement`, { country, token })).result;

const askEarly = async ({ country, token, loanId }: TestBorrower, kind: string, total: number) =>
  (
    await done(`POST /api/v3/loan/${loanId}/settlement`, {
      country,
      token,
      body: { kind, total, payment_method: 'bank-transfer' },
    })
  ).result.hash as string;

describe('a payment in progress', () => {
  const country = 'UY' as const;
  it('is the headline: amount, last day, code, one tap to show, download and cancel it; the pay button keeps its place, unfilled, and names the missing choice', async () => {
    const account = await createBorrower(country);
    const [first] = await instalmentsOf(account);
    const hash = await askToPay(account, [first!], 'abitab');
    const { result } = await done(`GET /api/v3/coupon/${hash}`, { country });
    const page = await browsing.open({ country, token: account });
    await page.goto(`/balance/1/${account.document}`);
    await page.getByRole('heading', { name: 'Tenés un cupón para pagar', level: 1 }).waitFor();
    const card = page.getByRole('region', { name: /· Cuota 1$/ });
    expect(await seen(card.getByText(`Pagalo hasta el ${result.due_date}`))).toBe(true);
    expect(await seen(card.getByText(result.barcode))).toBe(true);
    expect(await card.getByText(formatMoney(result.amount), { exact: true }).count()).toBe(1);
    const file = await card.getByRole('link', { name: 'Descargar PDF' }).getAttribute('href');
    expect(file).toMatch(new RegExp(`^/api/v3/coupon/${hash}/pdf\\?`));
    const show = card.getByRole('link', { name: 'Mostrar el cupón' });
    await expect.poll(() => inView(show)).toBe(true);
    await show.click();
    await page.waitForURL(`**/coupon/${hash}`);
    await page.goBack();
    const { box, pay, dialog } = balancePage(page);
    const filling = () => pay.evaluate((button) => getComputedStyle(button).backgroundColor);
    await pay.waitFor();
    const quiet = await filling();
    await box(2).check();
    await expect.poll(filling).not.toBe(quiet);
    await box(2).uncheck();
    expect(await box(2).evaluate((each) => each === document.activeElement)).toBe(true);
    await pay.focus();
    await page.keyboard.press('Enter');
    await page.getByText('Debe seleccionar al menos un item para pagar').waitFor();
    expect(await pay.evaluate((each) => each === document.activeElement)).toBe(true);
    expect(await dialog.count()).toBe(0);
    await card.getByRole('button', { name: 'Eliminar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click();
    await page.getByText('Listo, lo eliminamos.').waitFor();
    expect(await seen(page.getByRole('heading', { name: /^Tu próxima cuota vence/ }))).toBe(true);
  });

  it('closing the loan names one amount only, and no other can be paid', async () => {
    const account = await createBorrower(country);
    const { total } = await quoteOf(account);
    await askEarly(account, 'settlement', total);
    const page = await browsing.open({ country, token: account });
    await page.goto(`/balance/1/${account.document}`);
    await page.getByText('Con este pago cerrás tu préstamo').waitFor();
    expect(await page.getByText('Tu próxima cuota').count()).toBe(0);
    expect(await page.getByRole('button', { name: /^Pagar/ }).count()).toBe(0);
    expect(
      await seen(balancePage(page).row(1).first().getByText('Incluida en el cierre de tu préstamo.')),
    ).toBe(true);
    await page.goto('/bienvenido');
    await page.getByText(/^Pagalo hasta el/).waitFor();
    expect(await page.getByText(formatMoney(total), { exact: true }).count()).toBe(1);
    expect(await page.getByRole('link', { name: 'Ver los datos para transferir' }).count()).toBe(1);
    expect(await page.getByRole('button', { name: /^Pagar/ }).count()).toBe(0);
  });

  it('paying ahead issues no instalment; paid, it is an advance and the loan shows its plan', async () => {
    const account = await createBorrower(country);
    const { prepayment } = await quoteOf(account);
    const amount = Math.round(prepayment.max / 2);
    const hash = await askEarly(account, 'fewer', amount);
    const page = await browsing.open({ country, token: account });
    const { row, box } = balancePage(page);
    await page.goto(`/balance/1/${account.document}`);
    await row(1).first().getByText('Pendiente').waitFor();
    expect(await page.getByText('Cupón emitido').count()).toBe(0);
    expect(await box(1).count()).toBe(0);
    expect(await seen(page.getByText('Mientras tu adelanto esté en curso'))).toBe(true);

    await settle(hash);
    await page.reload();
    await page.getByText('Pagada con tu adelanto.').first().waitFor();
    expect(await seen(page.getByRole('row').getByText('Adelantada').first())).toBe(true);
    const { result } = await done(`GET /api/v3/loan-new/${account.loanId}`, {
      country,
      token: account.token,
    });
    await page.goto(`/ver-prestamo-old/${account.loanId}`);
    const plan = page.getByRole('region', { name: 'Tu plan hoy' });
    await plan.getByText(formatMoney(result.plan_in_force.advanced), { exact: true }).waitFor();
    expect(result.plan_in_force.advanced).toBe(amount);
    expect(await seen(plan.getByText(formatMoney(result.plan_in_force.total), { exact: true }))).toBe(true);
    await page.goto(`/coupon/${hash}`);
    await page.getByRole('heading', { name: '¡Recibimos tu adelanto!' }).waitFor();
    await page.goto(`/movimientos/${account.loanId}`);
    expect(await seen(page.getByRole('rowheader', { name: /^Adelanto/ }))).toBe(true);
  });

  it('a partial payment shows the paid and missing amounts, and a reversal leaves a trace', async () => {
    const account = await createBorrower(country);
    const [first] = await instalmentsOf(account);
    const paid = first!.amount - 10;
    const part = await askToPay(account, [first!], 'bank-transfer');
    await settle(part, paid);
    const page = await browsing.open({ country, token: account });
    const { row } = balancePage(page);
    await page.goto(`/balance/1/${account.document}`);
    await row(1)
      .getByText(`Pagaste ${formatMoney(paid)}. Faltan $10,00.`)
      .waitFor();
    await report(part, 'reverse');
    await page.reload();
    expect(await seen(row(1).getByText(`se anuló un pago de ${formatMoney(paid)}: ya no cuenta.`))).toBe(
      true,
    );
    expect(await page.getByText('Pagaste').count()).toBe(0);
  });

  it('before its due date an instalment shows the savings of prepaying and closing', async () => {
    const account = await createBorrower(country);
    const owed = await instalmentsOf(account);
    const to = { country, token: account.token };
    const { result } = await done(
      `GET /api/v3/loan/${account.loanId}/prepayment?amount=${owed[0]!.amount}`,
      to,
    );
    const page = await browsing.open({ country, token: account });
    const { box, all } = balancePage(page);
    await page.goto(`/balance/1/${account.document}`);
    await box(1).check();
    const saved = (result.fewer ?? result.smaller).saved;
    await page.getByText(`ahorrás ${formatMoney(saved)}.`).waitFor();
    const quote = await quoteOf(account);
    const { amount, until } = quote.right_to_withdraw;
    await page
      .getByText(`Hasta el ${until} podés devolver ${formatMoney(amount)} sin pagar intereses.`)
      .waitFor();
    await all.check();
    await page.getByText(`sale ${formatMoney(quote.total)}: ahorrás ${formatMoney(quote.saved)}.`).waitFor();
    await all.uncheck();
    await box(1).check();
    await page.getByRole('link', { name: 'Ver cómo' }).click();
    await page.getByRole('button', { name: `Adelantar ${formatMoney(owed[0]!.amount)}` }).waitFor();
    expect(await seen(page.getByText(`devolvés ${formatMoney(amount)} y no pagás intereses`))).toBe(true);

    const stranger = await browsing.open({ country });
    await stranger.goto(`/balance/1/${account.document}`);
    await balancePage(stranger).box(1).check();
    expect(await seen(stranger.getByRole('link', { name: 'Ingresá y mirá cuánto ahorrás' }))).toBe(true);
  });
});

describe('several payments in progress', () => {
  it('keep to their column, and facts common to all are shown once', async () => {
    const account = await createBorrower('AR', { lastDigit: 8 });
    const [first, second] = await instalmentsOf(account);
    // As many digits as just fit; longer figures are smaller.
    expect(formatMoney(first!.amount)).toMatch(/^\$\d{3}\.\d{3},\d{2}$/);
    await askToPay(account, [first!], 'pago-facil');
    await askToPay(account, [second!], 'rapipago');
    const page = await browsing.open({ country: 'AR', token: account });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`/balance/1/${account.document}`);
    const cards = page.getByRole('region', { name: /· Cuota \d$/ });
    await expect.poll(() => cards.count()).toBe(2);
    await page.getByText('En estos momentos estamos presentando demoras').waitFor();
    expect(await page.getByText('En estos momentos estamos presentando demoras').count()).toBe(1);
    for (const card of await cards.all()) {
      const amount = (await card.getByText(/^\$?\d{3}\.\d{3},\d{2}$/).boundingBox())!;
      const button = (await card.getByRole('link').first().boundingBox())!;
      const groups = await card.getByText(/^\d{42}$/).evaluate((code) =>
        [...code.querySelectorAll('span')].map((part) => {
          const { left, right } = part.getBoundingClientRect();
          return { digits: part.textContent.length, left, right };
        }),
      );
      expect(groups.map(({ digits }) => digits)).toEqual([...Array.from({ length: 10 }, () => 4), 2]);
      expect(Math.min(...groups.map(({ left }) => left))).toBeGreaterThanOrEqual(button.x);
      expect(Math.max(...groups.map(({ right }) => right))).toBeLessThanOrEqual(button.x + button.width);
      expect(amount.x).toBeGreaterThanOrEqual(button.x);
      expect(amount.x + amount.width).toBeLessThanOrEqual(button.x + button.width);
    }
  });
});
