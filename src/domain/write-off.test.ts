import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarDate } from './calendar-date.ts';
import { capitalWrittenOff, principalWaived, type LedgerEntries } from './ledger.ts';
import { centavos, sum, type Centavos } from './money.ts';
import { recoveryOf } from './write-off.ts';
import { runs } from './testing/runs.ts';

/** docs/product/collections.md#write-off */

const writeOff = { on: calendarDate('2026-07-01'), amount: centavos(1000), waived: centavos(0) };
const after = (owed: number, waived = 0) =>
  recoveryOf(writeOff, { owed: centavos(owed), waived: centavos(waived) });

describe('written-off capital', () => {
  it('is open until something is paid', () => {
    expect(after(1000)).toEqual({ open: 1000, recovered: 0, waived: 0 });
  });

  it('is recovered by what is paid of the capital', () => {
    expect(after(400)).toEqual({ open: 400, recovered: 600, waived: 0 });
    expect(after(0)).toEqual({ open: 0, recovered: 1000, waived: 0 });
  });

  it('is not recovered by a waiver', () => {
    expect(after(700, 300)).toEqual({ open: 700, recovered: 0, waived: 300 });
    expect(after(500, 300)).toEqual({ open: 500, recovered: 200, waived: 300 });
  });

  it('stays the amount if more capital is owed, after a chargeback of an earlier payment', () => {
    expect(after(1300)).toEqual({ open: 1000, recovered: 0, waived: 0 });
  });

  it('ignores capital that was waived before, and a waiver that a replay shrank', () => {
    const earlier = { ...writeOff, waived: centavos(300) };
    expect(recoveryOf(earlier, { owed: centavos(900), waived: centavos(300) }).waived).toBe(0);
    expect(recoveryOf(earlier, { owed: centavos(900), waived: centavos(200) }).waived).toBe(0);
  });

  it('splits without loss, and the ledger carries what the standing owes', () => {
    const cents = fc.integer({ min: 0, max: 10_000_000 }).map(centavos);
    fc.assert(
      fc.property(cents, cents, cents, cents, (amount, before, owed, waivedSince) => {
        const waived = centavos(before + waivedSince);
        const parts = recoveryOf({ ...writeOff, amount, waived: before }, { owed, waived });
        expect(parts.open + parts.recovered + parts.waived).toBe(amount);
        expect(Math.min(parts.open, parts.recovered, parts.waived)).toBeGreaterThanOrEqual(0);
        const entries = capitalWrittenOff(parts);
        expect(sum(entries.map((each) => each.amount))).toBe(0);
        const loss = of(entries, 'written-off');
        const recovered = centavos(0 - of(entries, 'recovery-income'));
        expect(recovered).toBeLessThanOrEqual(loss);
        expect(owed + of(entries, 'principal-receivable') + loss - recovered).toBe(owed);
      }),
      { numRuns: runs(10_000) },
    );
  });

  it('is a loss once if all of it is waived later', () => {
    const entries = [...capitalWrittenOff(after(0, 1000)), ...principalWaived(centavos(1000))];
    expect(entries.map(({ account }) => account)).not.toContain('written-off');
  });
});

function of(entries: LedgerEntries, account: LedgerEntries[number]['account']): Centavos {
  return sum(entries.filter((each) => each.account === account).map(({ amount }) => amount));
}
