import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll } from '../testing/axe.ts';
import { askToPay, createBorrower, instalmentsOf } from '../testing/borrower.ts';
import { useBrowser } from '../testing/harness.ts';
import { done } from '../testing/journey.ts';
import { formatMoney } from '../testing/money.ts';
import { report, settle } from '../testing/payment-steps.ts';
import { seen } from '../testing/seen.ts';
import { workersDataDir } from '../testing/target.ts';

const browsing = useBrowser();
const root = join(import.meta.dirname, '..', '..');

/** `npm run refund-credit`. */
const refund = (loanId: string, units: number) =>
  promisify(execFile)(
    process.execPath,
    [join(root, 'src', 'server', 'refund-credit.ts'), loanId, String(units), `transfer-${loanId}`],
    { cwd: root, env: { ...process.env, NODE_ENV: 'test', DATA_DIR: workersDataDir() } },
  );

test('what was given back and is missing stands on the balance and in what closes the loan', async () => {
  const [country, method] = ['AR', 'pago-facil'] as const;
  const one = await createBorrower(country);
  const [first] = await instalmentsOf(one);
  if (!first) throw new Error('there is an instalment');
  const twice: string[] = [];
  for (let time = 0; time < 2; time += 1) {
    const hash = await askToPay(one, [first], method);
    await done(`DELETE /api/v3/coupon/${hash}?document_number=${one.document}`, {
      country,
      token: one.token,
    });
    twice.push(hash);
  }
  for (const hash of twice) await settle(hash);
  expect((await refund(one.loanId, first.amount)).stdout).toBe('refunded\n');
  await report(twice[1] ?? '', 'reverse');

  const page = await browsing.open({ country, token: one, width: 360 });
  await page.goto(`/balance/1/${one.document}`);
  const missing = page.getByRole('note').filter({
    hasText: `Te devolvimos ${formatMoney(first.amount)} que ahora faltan`,
  });
  await missing.waitFor();
  expect(await seen(missing.getByText(/se anuló el pago del que venían/))).toBe(true);
  // A row that is chosen and paid like an instalment.
  const row = page.getByRole('row').filter({ hasText: 'Saldo devuelto' });
  expect(await row.getByRole('checkbox').isChecked()).toBe(true);
  await page.getByRole('button', { name: `Pagar lo de hoy ${formatMoney(first.amount)}` }).waitFor();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  await page.goto(`/pago-anticipado/${one.loanId}`);
  const { result } = await done(`GET /api/v3/loan/${one.loanId}/settlement`, { country, token: one.token });
  expect(result.shortfall).toBe(first.amount);
  expect(await seen(page.getByText('Saldo a favor que te devolvimos y falta'))).toBe(true);
  const parts = page.getByRole('region', { name: 'Cómo se forma' });
  expect(await seen(parts.getByText(formatMoney(result.shortfall), { exact: true }))).toBe(true);
  expect(await seen(parts.getByText(`-${formatMoney(result.paid_ahead)}`, { exact: true }))).toBe(true);
});
