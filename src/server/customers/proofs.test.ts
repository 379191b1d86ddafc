import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asChecked } from '../testing/as-checked.ts';
import { addPerson, hashIn, messageOf, type TestPerson } from '../testing/people.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';

/** Migration 0135 derives the proofs of existing accounts. */

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

const rowOf = ({ id }: TestPerson) =>
  product.deps.db.selectFrom('customer').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Forgets each proof, as on a database of before, and derives them by the migration's own statements. */
async function derive(): Promise<void> {
  const { db } = product.deps;
  await sql`update customer set email_proved_at = null, email_proved_by = '', phone_proved_at = null`.execute(
    db,
  );
  const file = join(import.meta.dirname, '..', 'migrations', '0135-proved-contacts.sql');
  const text = await readFile(file, 'utf8');
  await sql.raw(text.slice(text.indexOf('-- An address is proved by'))).execute(db);
}

test('an address is proved by what needed its mailbox, and by no password that a session set', async () => {
  const link = await addPerson(product);
  const recovery = await addPerson(product);
  const session = await addPerson(product);
  const typed = await addPerson(product);
  const magic = await messageOf(product, link.email, () =>
    product.call('POST /api/auth/magic-link', { body: { email: link.email } }),
  );
  await product.call('POST /api/auth/magicLink', { body: { code: hashIn(magic, 'magic-link') } });
  const mail = await messageOf(product, recovery.email, () =>
    product.call('GET /api/recovery', { query: { email: recovery.email } }),
  );
  const password = 'clave-larga-1';
  const set = { password, password_confirmation: password };
  const token = hashIn(mail, 'recupero-contrasena');
  await product.call('POST /api/recovery', { body: { token, email: recovery.email, ...set } });
  const sms = await messageOf(product, session.cellphone, () =>
    product.call('POST /api/auth/sendpin', { body: { cellphone: session.cellphone } }),
  );
  const entered = await product.call('POST /api/auth/autologin', { body: { hash: hashIn(sms, 'login') } });
  await product.call('GET /api/recovery', { query: { email: session.email } });
  const own = { token: entered.body.token, body: { current_password: '', ...set } };
  expect((await product.call('POST /api/v3/password', own)).status).toBe(200);
  await derive();
  expect((await rowOf(link)).email_proved_by).toBe('link');
  expect((await rowOf(recovery)).email_proved_by).toBe('link');
  expect((await rowOf(session)).email_proved_at).toBeNull();
  expect((await rowOf(typed)).email_proved_at).toBeNull();
});

test('of several people with one marked number the last to prove it keeps it', async () => {
  const { db, clock } = product.deps;
  const [former, last] = [await addPerson(product), await addPerson(product)];
  const cellphone = asChecked<typeof former.cellphone>('1144990011');
  await db.updateTable('customer').set({ phone_proved_at: null }).execute();
  for (const [index, { id }] of [last, former].entries()) {
    await db
      .updateTable('customer')
      .set({ cellphone, contact_data_verified: 1 })
      .where('id', '=', id)
      .execute();
    const at = new Date(clock.now().getTime() - index * 60_000);
    await db
      .insertInto('event')
      .values({ at, country: 'AR', kind: 'phone-verified', customer_id: id, detail: '{}' })
      .execute();
  }
  await derive();
  expect(await rowOf(last)).toMatchObject({ contact_data_verified: 1, phone_proved_at: expect.any(Date) });
  expect(await rowOf(former)).toMatchObject({ contact_data_verified: 0, phone_proved_at: null });
});
