import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '../../../domain/calendar-date.ts';
import { consoleUrl, signInAs } from '../../staff/testing/console.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { deskOf } from './testing/desk.ts';

let product: TestProduct;
let desk: ReturnType<typeof deskOf>;
beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  desk = deskOf(product);
});
afterAll(() => product.close());

test.each(['AR', 'UY'] as const)(
  'contacts, promises kept and broken, and cured customers are counted by person and range, %s',
  async (country) => {
    const debtors = [
      await desk.debtor(country),
      await desk.debtor(country),
      await desk.debtor(country),
    ] as const;
    await desk.later(45);
    const by = await desk.collector();
    const [kept, broken, refused] = debtors;
    const until = addDays(desk.today(country), 1);
    const { overdue } = await desk.open(by, kept);
    for (const [one, amount] of [
      [kept, overdue],
      [broken, 700],
    ] as const)
      await desk.called(by, one, { result: 'promise', promise: { amount, until } });
    await desk.called(by, refused, { result: 'no-answer' });
    expect((await desk.call(by, refused)).body.refused).toBe('day');
    await desk.pay(kept, overdue, desk.today(country));
    await desk.later(2);

    const anew = await signInAs(product, 'auditor');
    const query = { country, days: '7' };
    const { result, refusals } = (await anew.call('GET /api/staff/collections/figures', { query })).body;
    expect(result).toEqual([
      expect.objectContaining({
        late_from: 1,
        calls: 3,
        mails: 0,
        customers: 3,
        cured: 1,
        promises: 2,
        promised: overdue + 700,
        kept: 1,
        broken: 1,
      }),
    ]);
    expect(result[0].person).not.toBe('');
    expect(refusals).toEqual([{ reason: 'day', by_staff: 1, by_jobs: 0 }]);

    const head = await signInAs(product, 'head');
    await head.call('POST /api/staff/step-up/sandbox', { body: {} });
    const file = await head.call('POST /api/staff/lists/{list}/export', {
      params: { list: 'cobranzas-resultados' },
      query,
    });
    expect(String(file.body)).toContain('Cumplidas;No cumplidas;Se pusieron al día');
    const queue = await head.call('POST /api/staff/lists/{list}/export', {
      params: { list: 'cobranzas' },
      query: { country },
    });
    expect(String(queue.body)).toContain('Días × importe × (1 + promesas)');
  },
);
