import { sql } from 'kysely';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { MatchReason } from '../../../domain/list-match.ts';
import type { ListedEntry } from '../../integrations/watch-lists/port.ts';
import type { Tx } from '../../platform/database.ts';
import type { PersonalData } from '../../platform/personal-data.ts';

export { loadList, noteScreened, unscreened } from './list.ts';
export {
  endGone,
  readToScreen,
  screenChanged,
  screenCustomer,
  screenEntries,
  screeningColumns,
  withList,
  type SideToScreen,
  type ToScreen,
} from './matches.ts';

/** Matches stay secret (docs/product/screening.md#secrecy), so that no table is part of the person's own data. */
export const personalData: PersonalData = {
  held: {},
  async contact(tx, _deps, { customerId }) {
    await tx.deleteFrom('screened_customer').where('customer_id', '=', customerId).execute();
  },
};

export type MatchState = 'waiting' | 'same' | 'other' | 'ended';

/** Possible match, with the entry as it was listed. */
export interface LockedMatch {
  readonly id: number;
  readonly country: CountryCode;
  readonly customer_id: number;
  readonly state: MatchState;
  readonly reasons: readonly MatchReason[];
  readonly name: string;
  readonly version: number;
  readonly source_id: string;
  readonly body: ListedEntry;
  /** Employee who decided it; '' without one. */
  readonly decider: string;
}

export async function matchById(
  tx: Tx,
  id: number,
): Promise<Pick<LockedMatch, 'country' | 'customer_id'> | undefined> {
  return tx
    .selectFrom('screening_match')
    .select(['country', 'customer_id'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function lockMatch(tx: Tx, id: number): Promise<LockedMatch | undefined> {
  const { rows } = await sql<LockedMatch>`
    select m.id, m.country, m.customer_id, m.state, m.reasons, m.name, m.version, e.source_id, e.body,
      coalesce((select name from staff_member s where s.id = m.decided_by), '') as decider
    from screening_match m join watch_list_entry e on e.id = m.entry_id where m.id = ${id} for update of m`.execute(
    tx,
  );
  return rows[0];
}

interface MatchDecision {
  readonly state: 'same' | 'other';
  readonly at: Date;
  readonly decidedBy: number;
  readonly approvedBy: number | null;
  readonly reasonCode: string;
  readonly reason: string;
}

export async function decideMatch(tx: Tx, id: number, decision: MatchDecision): Promise<void> {
  await tx
    .updateTable('screening_match')
    .set({
      state: decision.state,
      decided_at: decision.at,
      decided_by: decision.decidedBy,
      approved_by: decision.approvedBy,
      reason_code: decision.reasonCode,
      reason: decision.reason,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .execute();
}
