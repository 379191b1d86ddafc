import type { Dependencies } from '../../dependencies.ts';
import type { DailyJob } from '../../platform/work/daily.ts';
import { announceDebits } from './announce.ts';
import { attemptDebits } from './attempt.ts';

/** Announcing first: a debit whose announcement was missed is announced before it is attempted. */
export function debitDays(deps: Dependencies): DailyJob[] {
  return [
    { name: 'debit-announcements', run: (day) => announceDebits(deps, day) },
    { name: 'debits', after: 'debit-announcements', run: (day) => attemptDebits(deps, day) },
  ];
}
