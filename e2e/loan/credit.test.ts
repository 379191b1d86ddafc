import { describe, expect, it } from 'vitest';
import { balancePage } from '../testing/balance-page.ts';
import { askToPay, createBorrower, instalmentsOf, type TestBorrower } from '../testing/borrower.ts';
import { formatMoney } from '../testing/money.ts';
import { useBrowser } from '../testing/harness.ts';
import { done } from '../testing/journey.ts';
import { settle } from '../testing/payment-steps.ts';
import { seen } from '../testing/seen.ts';
import { cashIn } from '../../src/countries/testing/test-country.ts';

const browsing = useBrowser();

/** A coupon for the first instalment, given up or not. @returns its hash */
async function couponOfFirst(one: TestBorrower, isGivenUp: boolean): Promise<string> {
  const [first] = await instalmentsOf(one);
  if (!first) throw new Error('there is an instalment');
  const hash = await askToPay(one, [first], cashIn(one.country));
  if (isGivenUp)
    await done(`DELETE /api/v3/coupon/${hash}?document_number=${one.document}`, {
      country: one.country,
      token: one.token,
    });
  return hash;
}

describe('money in favour', () => {
  const country = 'UY';
  it('is said by the coupon, shown on the balance, and lowers what is asked, at 360 px', async () => {
    const one = await createBorrower(country);
    const hashes = [await couponOfFirst(one, true), await couponOfFirst(one, false)];
    for (const hash of hashes) await settle(hash);
    const [, second, third] = await instalmentsOf(one);
    const page = await browsing.open({ country, token: one, width: 360 });
    await page.goto(`/coupon/${hashes[1]}`);
    await page.getByRole('heading', { name: '¡Recibimos tu pago!', level: 1 }).waitFor();
    expect(await seen(page.getByText(/Pagaste dos veces/))).toBe(true);
    expect(await page.getByText(/vencimiento/).count()).toBe(0);

    await page.goto(`/balance/1/${one.document}`);
    const note = page.getByRole('note').filter({ hasText: /^Tenés \$.+ a favor/ });
    await note.waitFor();
    expect(await note.innerText()).toMatch(/El \d\d-\d\d-\d{4} pagan tu cuota 2: no tenés que hacer nada/);
    const { row, box, totals, pay, dialog } = balancePage(page);
    expect(second?.amount).toBe(0);
    // The picture frames what the heading is about: the next one that asks for money.
    expect(await page.locator('main li[aria-current=step]').innerText()).toContain('Cuota 3');
    expect(await seen(row(2).getByText('La paga tu saldo a favor'))).toBe(true);
    expect(await box(2).count()).toBe(0);
    await box(3).check();
    await totals(third?.amount ?? 0);
    await pay.click();
    await dialog.waitFor();
    await page.keyboard.press('Escape');

    await page.goto(`/movimientos/${one.loanId}`);
    expect(await seen(page.getByText('Saldo a tu favor'))).toBe(true);
    const { result } = await done(`GET /api/v3/statement/${one.loanId}`, { country, token: one.token });
    expect(await seen(page.getByText(formatMoney(result.closing.payoff)).first())).toBe(true);
  });

  it('closes the loan without more money where it suffices, and says what is left', async () => {
    const one = await createBorrower(country);
    const { result } = await done(`GET /api/v3/loan/${one.loanId}/settlement`, {
      country,
      token: one.token,
    });
    const hash = await couponOfFirst(one, false);
    const [first] = await instalmentsOf(one);
    await settle(hash, Math.ceil((first?.missing ?? 0) + result.total));
    const page = await browsing.open({ country, token: one, width: 360 });
    await page.goto(`/pago-anticipado/${one.loanId}`);
    expect(await seen(page.getByText('Tu saldo a favor', { exact: true }))).toBe(true);
    expect(await seen(page.getByText(/^Después te quedan \$.+ a favor\.$/))).toBe(true);
    await page.getByRole('button', { name: 'Cerrar con mi saldo a favor' }).click();
    await page.getByRole('heading', { name: 'No tenés deudas', level: 1 }).waitFor();
    const note = page.getByRole('note').filter({ hasText: /^Tenés \$.+ a favor/ });
    expect(await note.innerText()).toMatch(/Escribinos para que te los devolvamos/);
  });
});
