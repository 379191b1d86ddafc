import { sql } from 'kysely';
import { chargePurposes } from '../../worker.ts';
import type { Dependencies } from '../../dependencies.ts';
import { claimRows } from '../../platform/work/row-queue.ts';
import { chargeRows } from '../jobs.ts';
import { askForCharge } from '../service.ts';

/** As if the charges without a final word had been sent long ago. */
export async function longAgo({ db }: Pick<Dependencies, 'db'>): Promise<void> {
  await sql`update card_charge set due_at = now() where state = 'sent'`.execute(db);
}

/** Asks for one charge, whether it is due or not. @throws while there is no final answer */
export const askFor = (deps: Dependencies, id: number): Promise<void> =>
  askForCharge(deps, chargePurposes, id);

/** Asks for the charges that are due, as a worker does. @returns how many they were */
export async function askForDue(deps: Dependencies): Promise<number> {
  const ids = await claimRows(deps.db, chargeRows, sql`true`, 1000);
  for (const id of ids) await askFor(deps, id).catch(() => undefined);
  return ids.length;
}
