import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transaction } from '../../../platform/database.ts';
import { consoleUrl } from '../../../staff/testing/console.ts';
import { startProduct, type TestProduct } from '../../../testing/product.ts';
import { waitingForLocks } from '../../../testing/waiting-for-locks.ts';
import { todayOf } from '../../debits/testing/debtor.ts';
import { borrower } from '../testing/borrower.ts';
import { moneyTools, why } from '../testing/money-tools.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl, ROLE: 'api' } });
});
afterAll(() => product.close());

test('a payment that two people typed for two loans and by two ways is booked once', async () => {
  const { db } = product.deps;
  const { treasury, head, target, approve, evidence } = await moneyTools(product);
  const file = await evidence('AR');
  const people = [await borrower(product), await borrower(product)];
  const approvals: string[] = [];
  for (const [index, one] of people.entries()) {
    const asked = await treasury.call('POST /api/staff/money/payments', {
      version: (await target(one)).books,
      body: {
        country: 'AR',
        loan: String(one.loanId),
        source: ['pago-facil', 'rapipago'][index],
        bank_reference: 'OP-ONCE',
        amount: 150.5,
        paid_on: todayOf(product),
        file,
        ...why,
      },
    });
    approvals.push(asked.body.approval);
    // Requests from before the update may still be duplicates.
    await db.updateTable('staff_approval').set({ slot: null }).execute();
  }
  const { answers } = await transaction(db, async (tx) => {
    // Lets every process read the number and none write it.
    await sql`lock table payment_report in share mode`.execute(tx);
    const approved = Promise.all(approvals.map((id) => approve(head, id)));
    await expect.poll(() => waitingForLocks(db), { timeout: 20_000 }).toBe(2);
    return { answers: approved };
  });
  await answers;
  const collected = await Promise.all(people.map((one) => one.collected()));
  expect(collected.toSorted((a, b) => a - b)).toEqual([0, 15_050]);
});
