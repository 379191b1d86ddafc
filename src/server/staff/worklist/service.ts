import type { OutputOf } from '../../../contract/contract.ts';
import { WORK_COUNTED, WORK_LINES, type WorkLine } from '../../../contract/staff/worklist.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { packOf } from '../../../countries/index.ts';
import type { StaffIdentity } from '../../platform/http/route.ts';

type Shown = OutputOf<'GET /api/staff/worklist'>['result'][number];

export interface CountedWork {
  readonly country?: CountryCode | null;
  readonly count: number;
  /** Currency units. */
  readonly amount?: number;
  readonly oldestAt?: Date | string | null | undefined;
  /** Earliest day that counts. */
  readonly day?: string | undefined;
}

/** A line of the worklist; none for a count of zero. */
export function workLine(
  line: WorkLine,
  { country = null, count, amount, oldestAt, day = '' }: CountedWork,
): readonly Shown[] {
  if (count === 0) return [];
  return [
    {
      line,
      group: WORK_LINES[line].group,
      country,
      count: Math.min(count, WORK_COUNTED),
      more: count > WORK_COUNTED,
      amount: amount ?? null,
      currency: amount === undefined || country === null ? null : packOf(country).currency,
      oldest_at: oldestAt ? new Date(oldestAt).toISOString() : '',
      day,
    },
  ];
}

/** Lines that one feature contributes, from the queries of its own lists. */
export interface WorkSource {
  readonly lines: readonly WorkLine[];
  read(staff: StaffIdentity, now: Date): Promise<readonly Shown[]>;
}
