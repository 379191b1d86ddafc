import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { confirmationOf, loanInState, signUpAndVerify } from '../testing/journey.ts';
import { newestMessage } from '../testing/people.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';

const finish = 'POST /api/v3/finish-new';
const cancel = 'POST /api/cancel_loan/front/{id}';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

const byHand = (mode: 'manual' | 'auto') => product.call('POST /sandbox/disbursement', { body: { mode } });

async function requested(country: 'AR' | 'UY') {
  await byHand('manual');
  const person = await signUpAndVerify(product, country, { delivery: 'bank-transfer' });
  const { body } = await person.call(finish, { body: confirmationOf(person, {}) });
  return { person, id: body.result.id as string };
}

describe.each(['AR', 'UY'] as const)('giving a request up in %s', (country) => {
  test('with one of the reasons, once; the customer may then confirm again', async () => {
    const { person, id } = await requested(country);
    const options = await person.call('GET /api/audit_options/autogestion');
    expect(options.body.code).toBe(200);
    const [option] = options.body.result;
    expect(option).toEqual({ id: expect.any(Number), nombre: expect.any(String) });
    const done = await person.call(cancel, { params: { id }, body: { auditOptionId: option.id } });
    expect(done.status).toBe(200);
    await loanInState(person, id, 'canceled');
    const again = await person.call(cancel, { params: { id }, body: {} });
    expect(again.body).toMatchObject({ status: 'error', code: 'loan_state' });
    const anew = await person.call(finish, { body: confirmationOf(person, {}) });
    expect(anew.status).toBe(200);
  });

  test('is told with the amount that was asked for', async () => {
    const { person, id } = await requested(country);
    await person.call(cancel, { params: { id }, body: {} });
    const told = (start: string) =>
      newestMessage(product, person.email, ({ text }) => text.includes(start)).then(({ text }) => text);
    const [, confirmed] = /tu préstamo de (\S+):/.exec(await told('Confirmaste')) ?? [];
    expect(await told('Cancelamos')).toContain(`Cancelamos tu solicitud de ${confirmed}. No debés nada`);
  });

  test('is refused to anybody else, with an unknown reason, and once the money may be on its way', async () => {
    const { person, id } = await requested(country);
    const stranger = await signUpAndVerify(product, country, { delivery: 'bank-transfer' });
    expect((await stranger.call(cancel, { params: { id }, body: {} })).status).toBe(404);
    expect((await person.call(cancel, { params: { id }, body: { auditOptionId: 99 } })).status).toBe(422);
    const step = { params: { id }, body: { outcome: 'ok' } };
    await product.call('POST /sandbox/loans/{id}/advance', step);
    await product.call('POST /sandbox/loans/{id}/advance', step);
    expect((await person.call(cancel, { params: { id }, body: {} })).body.code).toBe('loan_state');
    await loanInState(person, id, 'approved');
  });
});
