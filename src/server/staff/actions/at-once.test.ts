import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addNote } from '../../customers/notes/service.ts';
import { lockCustomer } from '../../customers/service.ts';
import { transaction } from '../../platform/database.ts';
import { addPerson } from '../../testing/people.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { waitingForLocks } from '../../testing/waiting-for-locks.ts';
import { addDeeds } from '../testing/audited.ts';
import { consoleUrl, signInAs, type StaffMember } from '../testing/console.ts';

let product: TestProduct;
let agent: StaffMember;

beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl } });
  agent = await signInAs(product, 'agent');
});
afterAll(() => product.close());

const LINK = 'POST /api/staff/customers/{id}/links/{link}';
const sendLink = (id: number) =>
  agent.call(LINK, {
    params: { id: String(id), link: 'login_email' },
    version: 1,
    body: { reason_code: 'customer_asks', reason: 'Lo pidió por teléfono' },
  });

test('a call that is counted keeps nobody from writing who does something else', async () => {
  const { db, clock } = product.deps;
  const { id: customerId } = await addPerson(product);
  const { sending } = await transaction(db, async (tx) => {
    await lockCustomer(tx, customerId);
    const answer = sendLink(customerId);
    // It holds the row of its person, and waits for the customer's.
    await expect.poll(() => waitingForLocks(db), { timeout: 20_000 }).toBeGreaterThan(0);
    await sql`set local lock_timeout = '300ms'`.execute(tx);
    await addNote(tx, {
      country: 'AR',
      customerId,
      staffId: Number(agent.id),
      text: 'Llamó',
      at: clock.now(),
    });
    return { sending: answer };
  });
  expect((await sending).status).toBe(200);
});

test('what is counted ends at its number, each day anew', async () => {
  const { clock } = product.deps;
  const { id: customerId } = await addPerson(product);
  const yesterday = new Date(clock.now().getTime() - 86_400_000);
  await addDeeds(product, agent, LINK, { times: 150, at: yesterday });
  expect((await sendLink(customerId)).status).toBe(200);
  await addDeeds(product, agent, LINK, { times: 99 });
  expect((await sendLink(customerId)).body.code).toBe('daily_limit');
});
