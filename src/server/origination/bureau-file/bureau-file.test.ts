import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CreditBureau } from '../../integrations/bureau/port.ts';
import { withFile } from '../../integrations/bureau/with-file.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { loadDebtors } from './load.ts';
import { debtorLine } from './load.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

/** A line as the BCRA's file has it: lender, period, kind of number, number, activity, situation, loans, … */
const line = (legalNumber: string, situation: number, period = '202610', lender = '00007') =>
  `${lender}${period}11${legalNumber}000${String(situation).padStart(2)}       120,0         ,0         ,0`;

async function* linesOf(...lines: readonly string[]) {
  yield* lines;
}
const now = new Date('2026-11-22T12:00:00Z');
const load = (...lines: readonly string[]) => loadDebtors(product.deps.db, linesOf(...lines), now);

const away: CreditBureau = { report: () => Promise.reject(new Error('the bureau is away')) };
const bureau = (at = now, first = away) => withFile({ bureau: first, db: product.deps.db, now: () => at });
const subject = (...legalNumbers: string[]) => ({
  country: 'AR' as const,
  documentNumber: '26756539',
  legalNumbers,
});

test('a line is read by its places', () => {
  expect(debtorLine(line('20267565393', 4))).toEqual({
    period: '202610',
    legalNumber: '20267565393',
    situation: 4,
  });
  expect(debtorLine(line('20267565393', 11))?.situation).toBe(1);
  for (const wrong of ['', 'hello', line('2026756539x', 1), line('20267565393', 9)])
    expect(debtorLine(wrong)).toBeUndefined();
});

describe('with the file behind it', () => {
  beforeEach(async () => {
    await product.deps.db.deleteFrom('bureau_record').execute();
    await product.deps.db.deleteFrom('bureau_file').execute();
  });

  test('a bureau that is away is answered from it: worst lender and number, or a clean record', async () => {
    await load(
      line('20267565393', 1),
      line('20267565393', 4, '202610', '00011'),
      line('27111111115', 2),
      line('27222222220', 1),
    );
    expect(await bureau().report(subject('20267565393', '27267565394'))).toEqual({
      source: 'bcra-file',
      standing: 'bad',
      facts: { records: 1, lenders: 2, worstSituation: 4, period: '202610' },
    });
    const [late, onTime] = await Promise.all(
      ['27111111115', '27222222220'].map((one) => bureau().report(subject(one))),
    );
    expect([late?.standing, onTime?.standing]).toEqual(['good', 'good']);
    expect(late?.grade).toBeLessThan(onTime?.grade ?? 0);
    expect(await bureau().report(subject('20999999991'))).toMatchObject({ standing: 'none' });
  });

  test('a bureau that answers is believed, whatever the file says', async () => {
    await load(line('20267565393', 5));
    const clean = { source: 'bcra', standing: 'none', facts: {} } as const;
    const asked = bureau(now, { report: () => Promise.resolve(clean) });
    expect(await asked.report(subject('20267565393'))).toBe(clean);
  });

  test('without a file, with one of half a year ago or with half a one the bureau’s fault stands', async () => {
    await expect(bureau().report(subject('20267565393'))).rejects.toThrow('away');
    // A line of another period makes the file unusable.
    expect(await load(line('20267565393', 5), line('20267565393', 5, '202609'))).toMatchObject({
      broken: [2],
    });
    await expect(bureau().report(subject('20267565393'))).rejects.toThrow('away');
    await load(line('20267565393', 5));
    const later = new Date('2027-04-01T12:00:00Z');
    await expect(bureau(later).report(subject('20267565393'))).rejects.toThrow('away');
    await expect(bureau().report(subject('30500010912'))).rejects.toThrow('away');
  });

  test('a line that is not understood stops alone, and of whom it is about the file says nothing', async () => {
    const wrong = line('20267565393', 9);
    const loaded = await load(line('20267565393', 1), wrong, 'hello', line('27111111115', 2));
    expect(loaded).toMatchObject({ period: '202610', lines: 4, broken: [2, 3] });
    await expect(bureau().report(subject('20267565393'))).rejects.toThrow('away');
    expect(await bureau().report(subject('27111111115'))).toMatchObject({ source: 'bcra-file' });
  });

  test('a newer file takes its place, an older one and another file are refused', async () => {
    await load(line('20267565393', 5));
    await load(line('20267565393', 1, '202611'));
    expect(await bureau().report(subject('20267565393'))).toMatchObject({
      standing: 'good',
      facts: { period: '202611' },
    });
    await expect(load(line('20267565393', 5))).rejects.toThrow('newer');
    await expect(load(...Array.from({ length: 12 }, () => 'hello'))).rejects.toThrow('no line');
    expect(await bureau().report(subject('20267565393'))).toMatchObject({ standing: 'good' });
    const { db } = product.deps;
    expect(await db.selectFrom('bureau_record').select('worst').execute()).toEqual([{ worst: 1 }]);
  });
});
