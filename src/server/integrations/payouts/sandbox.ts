import { sql } from 'kysely';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { centavos } from '../../../domain/money.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import { noteForSandbox, sandboxNote } from '../../platform/sandbox-notes.ts';
import type { Listing, ListedState } from '../listed.ts';
import type { PayoutAnswer, PayoutRail, RailState } from './port.ts';

/** Progress of payouts in the sandbox: automatic or step by step (docs/product/providers.md#stand-ins). */
export type PayoutMode = 'auto' | 'manual';

const modeName = 'disbursement-mode';

export async function payoutMode(db: Queryable): Promise<PayoutMode> {
  return (await sandboxNote(db, modeName)) === 'manual' ? 'manual' : 'auto';
}

export async function setPayoutMode(db: Database, mode: PayoutMode): Promise<void> {
  await noteForSandbox(db, modeName, mode);
}

/** Outcomes that can be set in the sandbox. */
export type DecidedOutcome = 'completed' | 'failed' | 'unknown';

/**
 * Sandbox payout rails. Orders are rows, so they survive a killed process; a repeated reference is counted,
 * never paid again. In automatic mode an order is pending at first and completed by the first query; in
 * manual mode it waits for {@link decidePayout}.
 */
export function sandboxRail(db: Database, name: string): PayoutRail {
  return {
    name,
    listing: listingOf(db, name),
    async submit(order) {
      const row = await db
        .insertInto('sandbox_payout')
        .values({
          reference: order.reference,
          rail: name,
          amount: order.amount,
          destination: order.destination,
        })
        .onConflict((conflict) =>
          conflict
            .column('reference')
            .doUpdateSet({ submissions: sql<number>`sandbox_payout.submissions + 1` }),
        )
        .returning(['outcome', 'delivered_on'])
        .executeTakeFirstOrThrow();
      return answerOf(order.reference, row);
    },
    async query(reference) {
      const outcome =
        (await payoutMode(db)) === 'manual'
          ? sql<string | null>`outcome`
          : sql<string>`coalesce(outcome, 'completed')`;
      const row = await db
        .updateTable('sandbox_payout')
        .set({ questions: sql<number>`questions + 1`, outcome })
        .where('reference', '=', reference)
        .returning(['outcome', 'delivered_on'])
        .executeTakeFirst();
      return answerOf(reference, row);
    },
  };
}

/**
 * Sets the sandbox rail's response from now on, and the day of delivery if given. An order with a final
 * outcome keeps it.
 */
export async function decidePayout(
  db: Database,
  reference: string,
  outcome: DecidedOutcome,
  deliveredOn?: CalendarDate,
): Promise<void> {
  await db
    .updateTable('sandbox_payout')
    .set({ outcome, delivered_on: deliveredOn ?? null })
    .where('reference', '=', reference)
    .where((eb) => eb.or([eb('outcome', 'is', null), eb('outcome', '=', 'unknown')]))
    .execute();
}

interface SandboxOrder {
  readonly outcome: string | null;
  readonly delivered_on: CalendarDate | null;
}

function answerOf(reference: string, row: SandboxOrder | undefined): PayoutAnswer {
  const state: RailState = row ? ((row.outcome as DecidedOutcome | null) ?? 'in-progress') : 'not-found';
  const deliveredOn = row?.delivered_on ?? null;
  return {
    state,
    providerId: state === 'not-found' ? '' : `sandbox-${reference}`,
    receiptCode: state === 'completed' ? `CMP-${reference}` : '',
    reason: state === 'failed' ? 'La rechazó el banco de prueba' : '',
    ...(state === 'completed' && deliveredOn !== null ? { deliveredOn } : {}),
  };
}

const listedStates: Readonly<Record<string, ListedState>> = { completed: 'taken', failed: 'not-taken' };

/** The sandbox stores no times or currencies, so every order counts as of the requested time. */
function listingOf(db: Database, rail: string): Listing {
  const rows = () => db.selectFrom('sandbox_payout').selectAll().where('rail', '=', rail);
  return {
    async list(from) {
      const found = await rows().orderBy('reference').execute();
      return found.map(({ reference, amount, outcome }) => ({
        key: reference,
        providerId: `sandbox-${reference}`,
        state: listedStates[outcome ?? ''] ?? 'open',
        amount: centavos(amount),
        currency: '',
        at: from,
      }));
    },
    async stateOf(reference) {
      const row = await rows().where('reference', '=', reference).executeTakeFirst();
      return row && (listedStates[row.outcome ?? ''] ?? 'open');
    },
  };
}
