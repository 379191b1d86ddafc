import { afterAll, beforeAll, expect, test } from 'vitest';
import { consoleUrl, signInAs, type StaffMember } from '../../staff/testing/console.ts';
import { signUpAndVerify, type Traveller } from '../../testing/journey.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';

let product: TestProduct;
let agent: StaffMember;
beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl, ROLE: 'api' } });
  agent = await signInAs(product, 'agent');
});
afterAll(() => product.close());

const key = 'POST /api/staff/customers/{id}/sessions/end';
const why = { reason_code: 'lost_device', reason: 'Le robaron el celular' };

async function customerOf(person: Traveller) {
  const { id, version } = await product.deps.db
    .selectFrom('customer')
    .select(['id', 'version'])
    .where('email', '=', person.email)
    .executeTakeFirstOrThrow();
  return { id, params: { id: String(id) }, version };
}
const isIn = async (person: Traveller) => (await person.call('GET /api/v3/sessions')).status;

test.each(['AR', 'UY'] as const)(
  '%s: a person is logged out everywhere, once, with its row of the audit',
  async (country) => {
    const [one, other] = [await signUpAndVerify(product, country), await signUpAndVerify(product, country)];
    const { id, params, version } = await customerOf(one);
    expect([await isIn(one), await isIn(other)]).toEqual([200, 200]);
    const options = { params, version, body: why, headers: { 'idempotency-key': `sesiones-${id}` } };
    const answers = [await agent.call(key, options), await agent.call(key, options)];
    expect(answers.map(({ body }) => body.messages)).toEqual([
      ['Se cerraron todas sus sesiones.'],
      ['Se cerraron todas sus sesiones.'],
    ]);
    expect([await isIn(one), await isIn(other)]).toEqual([401, 200]);
    const rows = await product.deps.db
      .selectFrom('staff_audit')
      .select(['reason_code', 'reason', 'after', 'country'])
      .where('action', '=', key)
      .where('customer_id', '=', id)
      .execute();
    expect(rows).toEqual([{ ...why, country, after: { sessions_ended: 1 } }]);
    const again = await agent.call(key, { params, version, body: why });
    expect(again.body.messages).toEqual(['No tenía sesiones abiertas.']);
  },
);

test('not by a role that corrects nobody, not of an old page, not of a closed account', async () => {
  const person = await signUpAndVerify(product, 'AR');
  const { id, params, version } = await customerOf(person);
  const collector = await signInAs(product, 'collector');
  expect((await collector.call(key, { params, version, body: why })).body.code).toBe('permission');
  const stale = await agent.call(key, { params, version: version + 1, body: why });
  expect(stale).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } });
  expect(await isIn(person)).toBe(200);
  await product.deps.db
    .updateTable('customer')
    .set({ disabled_at: new Date() })
    .where('id', '=', id)
    .execute();
  const { version: closed } = await customerOf(person);
  expect((await agent.call(key, { params, version: closed, body: why })).body.code).toBe('customer_closed');
});
