import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { confirmationOf, loanInState, signUpAndVerify } from '../testing/journey.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

const finish = 'POST /api/v3/finish-new';

describe.each([
  ['AR', 'bank-transfer', false],
  ['AR', 'bank-transfer', true],
  ['UY', 'bank-transfer', false],
  ['UY', 'red-pagos', true],
] as const)('from sign-up to the money, %s by %s, membership %s', (country, delivery, membership) => {
  test('the loan is confirmed, paid out once, and its receipt is there', async () => {
    const person = await signUpAndVerify(product, country, { delivery });
    const confirmed = await person.call(finish, { body: confirmationOf(person, { membership }) });
    expect(confirmed.body).toMatchObject({ status: 'success' });
    const { id } = confirmed.body.result;
    const loan = await loanInState(person, id, 'approved');
    expect(loan).toMatchObject({ delivery_type: delivery, was_created_in_membership: membership });
    expect(loan.installments).toHaveLength(6);
    const receipt = await person.call('GET /api/v3/transference-receipt/{id}', { params: { id } });
    expect(receipt.body.result).toMatchObject({ amount: loan.amount_delivery, name: 'Ana Pérez' });
  });
});
