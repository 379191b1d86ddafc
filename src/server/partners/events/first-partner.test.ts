import { afterAll, beforeAll, expect, test } from 'vitest';
import { borrower } from '../../servicing/payments/testing/borrower.ts';
import { consoleUrl, signInAs } from '../../staff/testing/console.ts';
import { recordEvents } from '../../platform/events.ts';
import { transaction } from '../../platform/database.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { waitingForLocks } from '../../testing/waiting-for-locks.ts';
import { addPartner } from '../testing/partner-tools.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl } });
});
afterAll(() => product.close());

test('the first partner of all waits for the events under way, and misses none after it', async () => {
  const administrator = await signInAs(product, 'administrator');
  const { loanId } = await borrower(product, 'AR');
  const { db, clock } = product.deps;
  const event = (kind: string) => ({
    at: clock.now(),
    country: 'AR' as const,
    kind,
    loanId,
    detail: {},
  });
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const { promise: isWritten, resolve: written } = Promise.withResolvers<void>();
  const underWay = transaction(db, async (tx) => {
    await recordEvents(tx, [event('loan-reopened')]);
    written();
    await isReleased;
  });
  await isWritten;
  const adding = addPartner(product, administrator, 'AR', 'own');
  await expect.poll(() => waitingForLocks(db), { timeout: 20_000 }).toBeGreaterThan(0);
  release();
  await Promise.all([underWay, adding]);
  await recordEvents(db, [event('plan-changed')]);
  const stored = await db.selectFrom('partner_event').select(['type', 'version']).execute();
  expect(stored).toEqual([{ type: 'loan.changed', version: 1 }]);
});
