import type { Page } from 'playwright-core';
import { balanceOf, certificateOf } from './borrower-cases.ts';
import type { ScreenCase } from './screens.ts';

/** Mocks a call, so that looking changes nothing of the demo customers. */
const answers = (page: Page, path: string, members: object) =>
  page.route(`**${path}`, (route) =>
    route.fulfill({ json: { status: 'success', messages: [], ...members } }),
  );

/** Emulates Safari, which blocks pop-ups. */
async function generatesOnSafari(page: Page): Promise<void> {
  await answers(page, '/api/v3/debtfree', { result: { hash: 'x' } });
  await page.evaluate(() =>
    Object.defineProperty(Navigator.prototype, 'vendor', { get: () => 'Apple Computer, Inc.' }),
  );
  await page.getByRole('tab', { name: 'LIBRE DEUDA' }).click();
  await page.getByRole('button', { name: 'Generar libre deuda' }).click();
}

/** Voids the page's certificate by reversing its payment. */
async function becomesVoid(page: Page): Promise<void> {
  const result = {
    hash: 'x',
    full_name: 'Ana Prueba',
    document_number: '30700078',
    legal_number: '',
    created_at: '2026-11-01T15:00:00Z',
    valid: false,
    issuer: 'Wayni',
    check_url: 'https://ar.example.com/verificar-libre-deuda/x',
    sha256: 'ab'.repeat(32),
  };
  await page.route(/\/api\/v3\/debtfree(-check)?\/[^/]+$/, (route) =>
    route.fulfill({ json: { status: 'success', result } }),
  );
  await page.reload();
  await page.getByText('El certificado ya no vale').waitFor();
}

async function asksToCancel(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cancelar mi préstamo' }).click();
  await page.getByRole('radio').first().check();
  await page.getByRole('button', { name: 'Enviar' }).click();
  await page.getByRole('dialog', { name: '¿Pedís la cancelación?' }).waitFor();
}

/** Shows the result of a cancellation, which would close itself after four seconds. */
async function hasAskedToCancel(page: Page): Promise<void> {
  await answers(page, '/api/v3/cancellation', { result: { cancellationState: 'under-review' } });
  await asksToCancel(page);
  await page.evaluate(() => {
    const later = window.setTimeout.bind(window);
    Object.assign(window, {
      setTimeout: (work: () => void, ms?: number) => (ms === 4000 ? 0 : later(work, ms)),
    });
  });
  await page.getByRole('button', { name: 'Sí, pedir la cancelación' }).click();
  await page.getByText('Tu solicitud está siendo revisada.').waitFor();
}

async function sendsRequest(page: Page): Promise<void> {
  await answers(page, '/api/v3/withdrawal', {
    messages: ['Tu código de seguimiento es ARR-0000000001. Te enviamos un mail para confirmarlo.'],
    model: { code: 'ARR-0000000001' },
  });
  await page.getByLabel(/^(DNI|Cédula)/).fill(page.url().includes('ar.') ? '30700078' : '41007073');
  await page.getByLabel('Mail', { exact: true }).fill('ana@example.com');
  await page.getByRole('main').locator('button[type=submit]').first().click();
  await page.getByText('Recibimos tu pedido').waitFor();
}

const confirms = (state: string) => async (page: Page) => {
  await answers(page, '/api/v3/withdrawal/confirm', {
    messages: ['Tenés que devolver $290.000. Podés hacerlo hasta el 01-12-2026.'],
    model: { code: 'ARR-0000000001', state },
  });
  await page.getByRole('button', { name: 'Confirmar mi pedido' }).click();
  await page.getByRole('button', { name: 'Volver al inicio' }).waitFor();
};

/** Later steps of balance and loan, after a question was answered. */
export const balanceSteps: readonly ScreenCase[] = [
  {
    name: 'balance-debt-free-safari',
    path: balanceOf,
    who: 'pagado',
    isDialog: true,
    prepare: generatesOnSafari,
  },
  { name: 'certificate-void', path: certificateOf('sheet'), who: 'pagado', prepare: becomesVoid },
  { name: 'certificate-check-void', path: certificateOf('check'), who: 'pagado', prepare: becomesVoid },
  {
    name: 'balance-cancel-sure',
    path: balanceOf,
    who: 'enviando',
    isDialog: true,
    prepare: asksToCancel,
  },
  { name: 'balance-cancel-result', path: balanceOf, who: 'enviando', prepare: hasAskedToCancel },
];

/** Later steps of public requests, after the form was sent or a link opened. */
export const publicSteps: readonly ScreenCase[] = [
  { name: 'withdrawal-sent', path: '/arrepentimiento', prepare: sendsRequest },
  { name: 'membership-cancellation-sent', path: '/baja-membresia', prepare: sendsRequest },
  { name: 'withdrawal-confirm', path: '/arrepentimiento/una-clave', landsOn: '/arrepentimiento' },
  {
    name: 'withdrawal-confirmed',
    path: '/arrepentimiento/una-clave',
    landsOn: '/arrepentimiento',
    prepare: confirms('return-due'),
  },
  {
    name: 'membership-cancellation-refused',
    path: '/baja-membresia/una-clave',
    landsOn: '/baja-membresia',
    prepare: confirms('refused'),
  },
];
