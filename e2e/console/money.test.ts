import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localDate } from '../../src/countries/local-time.ts';
import type { CountryCode } from '../../src/countries/country-pack.ts';
import { eventually } from '../testing/api.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../testing/axe.ts';
import { balancePage } from '../testing/balance-page.ts';
import { askToPay, createBorrower, instalmentsOf, sumOf, type TestBorrower } from '../testing/borrower.ts';
import {
  approveByCall,
  approveByKey,
  attachReceipt,
  confirmMoney,
  expectAccessibleInBoth,
  loanOf,
  openApprovals,
  openMoney,
  requestCard,
  signInAs,
  startConsole,
} from '../testing/console-steps.ts';
import { useBrowser } from '../testing/harness.ts';
import { pressByKey, typeByKey } from '../testing/keyboard.ts';
import { done } from '../testing/journey.ts';
import { formatMoney } from '../testing/money.ts';
import { settle } from '../testing/payment-steps.ts';
import type { RunningProduct } from '../testing/product.ts';
import { lookAt } from '../testing/target.ts';
import { packOf } from '../../src/countries/index.ts';

let product: RunningProduct;
let url: string;
beforeAll(async () => {
  ({ product, url } = await startConsole());
  lookAt(product.port);
});
afterAll(() => product.stop());

const browser = useBrowser();
const wide = { width: 1280, height: 800 };

let numbers = 0;
/** Settlement file with one payment whose reference is unknown. */
function lostFile(amount: number): { name: string; mimeType: string; buffer: Buffer; operation: string } {
  numbers += 1;
  const operation = `OP${Date.now()}${numbers}`;
  const [year, month, day] = localDate(new Date(), 'UY').split('-');
  const date = `${day}/${month}/${year}`;
  const units = amount.toFixed(2).replace('.', ',');
  const lines = [
    `CABEZAL;ABITAB;${date}`,
    `DETALLE;${date};${operation};1;${units};COBRO`,
    `TOTAL;1;${units}`,
  ];
  const buffer = Buffer.from(`${lines.join('\r\n')}\r\n`);
  return { name: `abitab-${numbers}.csv`, mimeType: 'text/csv', buffer, operation };
}

/** Uploads a settlement file; its line waits for review. */
async function uploadLost(desk: Page, file: ReturnType<typeof lostFile>): Promise<void> {
  await openMoney(desk, 'Rendiciones');
  await desk.getByRole('button', { name: 'Subir una rendición' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Subir una rendición' });
  await dialog.getByLabel('Red o banco').selectOption('abitab');
  await dialog.getByLabel(/Archivo de la red/).setInputFiles(file);
  await dialog.getByRole('button', { name: 'Ver qué haría' }).click();
  await dialog
    .getByText(/1 sin identificar/)
    .or(dialog.getByText(/1 ya registrado/))
    .first()
    .waitFor();
  await dialog.getByRole('button', { name: /^(Pedir aprobación|Registrar)$/ }).click();
  const waits = desk.getByText('Espera aprobación: se registra cuando otra persona la apruebe.');
  await waits.or(desk.getByText(/^Esta rendición ya estaba registrada/)).waitFor();
  if ((await waits.count()) === 0) return;
  const head = await openApprovals(browser, url);
  const pending = requestCard(head, file.name);
  await pending.getByRole('columnheader', { name: 'Préstamo' }).waitFor();
  await approveByKey(head, pending);
}

/** Reads the effect and confirms it; a second person approves if needed. */
async function confirm(desk: Page): Promise<void> {
  if (await confirmMoney(desk, 'Mandó el comprobante')) await approveByCall(url, 'Mandó el comprobante');
}

async function openLost(desk: Page, operation: string): Promise<void> {
  await openMoney(desk, 'Sin identificar');
  // The worker books the file.
  await expect
    .poll(
      async () => {
        await desk.reload();
        await desk.getByRole('table').or(desk.getByText('No hay dinero sin identificar')).first().waitFor();
        return desk.getByRole('link', { name: operation }).count();
      },
      { timeout: 30_000 },
    )
    .toBe(1);
  await desk.getByRole('link', { name: operation }).click();
  await desk.getByRole('heading', { name: `Operación ${operation}`, level: 1 }).waitFor();
}

test('a payment without a reference is matched, and its borrower sees the instalment as paid; each screen is accessible 768 px wide and dark, 1280 px wide and light', async () => {
  const one = await createBorrower('UY');
  const [first] = await instalmentsOf(one);
  if (!first) throw new Error('there is an instalment');
  await askToPay(one, [first], 'abitab');
  const desk = await browser.open(wide);
  await signInAs(desk, url, 'Tesorería');
  const look = () => expectAccessibleInBoth(desk);
  const file = lostFile(first.amount);
  await uploadLost(desk, file);
  await look();
  // A second person has approved it meanwhile.
  await desk.reload();
  await desk.getByRole('button', { name: file.name }).click();
  await desk.getByRole('heading', { name: `Líneas de ${file.name}` }).waitFor();
  await desk.getByRole('combobox', { name: 'Líneas' }).selectOption('Todas');
  await desk.getByRole('cell', { name: file.operation }).waitFor();
  await look();
  await openLost(desk, file.operation);
  await look();
  await desk.getByLabel('Préstamo, nombre o documento').fill('999999999');
  await desk.keyboard.press('Enter');
  await desk.getByText('No hay un préstamo que reciba pagos con ese dato.').waitFor();
  await desk.getByRole('button', { name: 'Devolver a quien pagó' }).focus();
  await desk.keyboard.press('Enter');
  const dialog = desk.getByRole('dialog');
  await dialog.getByLabel('Número de operación del banco').fill('DEV-1');
  await attachReceipt(desk, 'dev.pdf');
  await dialog.getByLabel('Explicación').fill('No es de nadie');
  await look();
  await dialog.getByRole('button', { name: 'Ver qué pasaría' }).click();
  await dialog.getByRole('columnheader', { name: 'Cómo quedaría' }).waitFor();
  await look();
  await desk.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  const suggested = desk.getByRole('row', { name: /Importe/ });
  await pressByKey(desk, suggested.getByRole('button', { name: /^Aplicar/ }).first());
  await confirm(desk);
  await desk.getByRole('link', { name: /^Ver la ficha de Ana Prueba, préstamo \d+$/ }).waitFor();
  const page = await browser.open({ country: 'UY', token: one });
  await page.goto(`/balance/1/${one.document}`);
  await balancePage(page).row(1).getByText('Pagada').first().waitFor();
  expect((await instalmentsOf(one))[0]?.missing).toBe(0);
  // Uploading the same file twice has no further effect, and says so.
  await uploadLost(desk, file);
  await desk.getByText('Esta rendición ya estaba registrada: no se registró nada dos veces.').waitFor();
});

/** A loan paid twice on its first day: the whole second payment is in favour, and the unaccrued interest. */
async function paidTwice(country: CountryCode): Promise<{ one: TestBorrower; amount: number }> {
  const one = await createBorrower(country);
  const all = await instalmentsOf(one);
  const first = await askToPay(one, all, 'bank-transfer');
  await done(`DELETE /api/v3/coupon/${first}?document_number=${one.document}`, { country, token: one.token });
  const second = await askToPay(one, all, 'bank-transfer');
  for (const hash of [first, second]) await settle(hash);
  const body = { document_type: 1, document_number: one.document };
  const { model } = await done('POST /api/v3/balance', { country, token: one.token, body });
  expect(model.credit).toBeGreaterThan(sumOf(all));
  return { one, amount: model.credit };
}

/** Asks for a refund of the credit, which a second person approves. */
async function askToRefund(country: CountryCode, amount: number): Promise<Page> {
  const desk = await browser.open(wide);
  await signInAs(desk, url, 'Tesorería');
  await openMoney(desk, 'A favor de clientes');
  await desk.getByLabel('País').selectOption(packOf(country).country);
  await desk
    .getByRole('row')
    .filter({ hasText: formatMoney(amount) })
    .getByRole('button')
    .first()
    .click();
  await confirm(desk);
  return desk;
}

test('a refund that the bank rejects says why, and the money is in favour again; the screens are accessible', async () => {
  const { one, amount } = await paidTwice('UY');
  await done('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  const desk = await askToRefund('UY', amount);
  const { refunds } = await eventually(
    () => done('GET /sandbox/state', { country: 'UY' }),
    (state) => state.refunds.length === 1,
  );
  const { reference } = refunds[0];
  const { state } = await done(`POST /sandbox/refunds/${reference}/advance`, { body: { outcome: 'failed' } });
  expect(state).toBe('failed');
  await done('POST /sandbox/disbursement', { body: { mode: 'auto' } });
  await openMoney(desk, 'Devoluciones');
  const refused = desk.getByRole('row').filter({ hasText: reference });
  await refused.getByText('No se pudo').waitFor();
  await expectAccessibleInBoth(desk);
  await openMoney(desk, 'A favor de clientes');
  const credit = desk.getByRole('row').filter({ hasText: formatMoney(amount) });
  await credit.waitFor();
  await expectAccessibleInBoth(desk);
  await credit.getByRole('button').first().click();
  await desk.getByRole('dialog').getByLabel('Cuenta').waitFor();
  await expectAccessibleInBoth(desk);
  const page = await browser.open({ country: 'UY', token: one, width: 360 });
  await page.goto(`/balance/1/${one.document}`);
  await page.getByText(formatMoney(amount)).first().waitFor();
  expect(await page.getByText(`Te devolvimos ${formatMoney(amount)}`).count()).toBe(0);
});

/** Settles a refund of unknown outcome: a status query, then two people, by keyboard except for the file. */
async function settleRefund(desk: Page, amount: number): Promise<void> {
  const row = desk
    .getByRole('row')
    .filter({ hasText: formatMoney(amount) })
    .first();
  await expect
    .poll(
      async () => {
        await desk.reload();
        await row.waitFor();
        return row.getByText('Enviada').count();
      },
      { timeout: 30_000 },
    )
    .toBe(1);
  await pressByKey(desk, row.getByRole('button', { name: /^Preguntar al proveedor/ }));
  await desk.getByText(/^El proveedor contestó: /).waitFor();
  await expectAccessible(desk);
  await pressByKey(desk, row.getByRole('button', { name: /^Resolver con comprobante/ }));
  const dialog = desk.getByRole('dialog');
  await typeByKey(desk, dialog.getByLabel('Número de la transferencia'), 'BANCO-9');
  await attachReceipt(desk, 'extracto.pdf');
  await expectAccessible(desk);
  await confirm(desk);
  await done('POST /sandbox/disbursement', { body: { mode: 'auto' } });
}

describe('a credit', () => {
  const country = 'AR';

  test('is refunded by two people, its owner sees it, and the erasure then goes through', async () => {
    const { one, amount } = await paidTwice(country);
    const erasure = () =>
      done('POST /api/v3/own-data/erasure', { country, token: one.token, body: {} }).then(
        ({ result }) => result.state as string,
      );
    expect(await erasure()).toBe('waiting');
    // The bank has no result until two people settle it.
    await done('POST /sandbox/disbursement', { body: { mode: 'manual' } });
    const desk = await askToRefund(country, amount);
    await openMoney(desk, 'Devoluciones');
    await settleRefund(desk, amount);
    await expect
      .poll(
        async () => {
          await desk.reload();
          await desk.getByRole('table').waitFor();
          return desk
            .getByRole('row')
            .filter({ hasText: formatMoney(amount) })
            .getByText('Transferida')
            .count();
        },
        { timeout: 30_000 },
      )
      .toBe(1);
    const page = await browser.open({ country, token: one, width: 360 });
    await page.goto(`/balance/1/${one.document}`);
    const note = page.getByRole('note').filter({ hasText: `Te devolvimos ${formatMoney(amount)}` });
    await note.waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.goto(`/movimientos/${one.loanId}`);
    await page.getByText('Te devolvimos tu saldo a favor').first().waitFor();
    expect(await erasure()).not.toBe('waiting');
  });
});

test('a payment that staff enter by hand pays the instalment, and taken back it is owed again; the screens are accessible', async () => {
  const one = await createBorrower('UY');
  const [first] = await instalmentsOf(one);
  if (!first) throw new Error('there is an instalment');
  const desk = await browser.open(wide);
  await signInAs(desk, url, 'Tesorería');
  const number = await loanOf(desk, one.document);
  await openMoney(desk, 'Pagos');
  await desk
    .getByRole('table')
    .or(desk.getByText(/^No hay|^Ningún/))
    .first()
    .waitFor();
  await expectAccessibleInBoth(desk);
  await pressByKey(desk, desk.getByRole('button', { name: 'Cargar un pago' }));
  const dialog = desk.getByRole('dialog', { name: 'Cargar un pago' });
  await dialog.waitFor();
  await expectAccessibleInBoth(desk);
  await typeByKey(desk, dialog.getByLabel('Préstamo, nombre o documento'), number);
  await pressByKey(desk, dialog.getByRole('button', { name: 'Buscar préstamo' }));
  await typeByKey(desk, dialog.getByLabel('Número de operación del banco'), `MANO-${number}`);
  await typeByKey(desk, dialog.getByLabel('Importe'), String(first.amount).replace('.', ','));
  await dialog.getByLabel('Fecha del pago').fill(localDate(new Date(), 'UY'));
  await attachReceipt(desk, 'recibo.pdf');
  await confirm(desk);
  const page = await browser.open({ country: 'UY', token: one });
  const instalment = balancePage(page).row(1);
  await page.goto(`/balance/1/${one.document}`);
  await instalment.getByText('Pagada').first().waitFor();

  await openMoney(desk, 'Pagos');
  const row = desk.getByRole('row').filter({ hasText: `MANO-${number}` });
  await pressByKey(desk, row.getByRole('button', { name: /^Revertir / }));
  await attachReceipt(desk, 'anulado.pdf');
  await confirm(desk);
  await openMoney(desk, 'Pagos');
  await desk.reload();
  // The payment, and the report that took it back.
  await expect.poll(() => row.getByText('Revertido').count()).toBe(2);
  expect(await row.getByRole('button', { name: /^Revertir / }).count()).toBe(0);
  await page.reload();
  await instalment.getByText('Pendiente').first().waitFor();
  expect((await instalmentsOf(one))[0]).toMatchObject({ missing: first.missing, state_name: 'pending' });
});
