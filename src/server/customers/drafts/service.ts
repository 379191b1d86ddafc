import type { OutputOf } from '../../../contract/contract.ts';
import type { DraftStep } from '../../../contract/drafts.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Tx } from '../../platform/database.ts';
import type { EncryptedRows } from '../../platform/encrypted-rows.ts';
import { deleteDrafts, deleteOldDrafts, storeDraft, storedDrafts } from './queries.ts';
import { ofCustomer, type PersonalData } from '../../platform/personal-data.ts';
import { ok } from '../../platform/http/result.ts';
import { callerOf, route, type Route } from '../../platform/http/route.ts';

type Drafts = OutputOf<'GET /api/v3/account-new'>['result']['drafts'];
type Values = Readonly<Record<string, string>>;

const purpose = 'application-draft';

export const encryptedDrafts: EncryptedRows = {
  table: 'application_draft',
  key: 'customer_id',
  column: 'body',
  purpose,
};
/** Lifetime of an offer in days; afterwards the application starts with a new offer. */
const keptDays = 30;
const dayMs = 86_400_000;

const oldest = (now: Date) => new Date(now.getTime() - keptDays * dayMs);

export async function draftsOf(
  deps: Pick<Dependencies, 'db' | 'clock' | 'vault'>,
  customerId: number,
): Promise<Drafts> {
  const rows = await storedDrafts(deps.db, customerId, oldest(deps.clock.now()));
  return Object.fromEntries(
    rows.map(({ step, body }) => [step, JSON.parse(deps.vault.decrypt(purpose, body)) as Values]),
  );
}

/** Stores a step's input, encrypted; an empty input deletes it. */
export async function saveDraft(
  tx: Tx,
  deps: Pick<Dependencies, 'clock' | 'vault'>,
  draft: { readonly customerId: number; readonly step: DraftStep; readonly values: Values },
): Promise<void> {
  const at = deps.clock.now();
  await deleteOldDrafts(tx, oldest(at));
  if (Object.keys(draft.values).length === 0) return deleteDrafts(tx, draft.customerId, [draft.step]);
  const body = deps.vault.encrypt(purpose, JSON.stringify(draft.values));
  await storeDraft(tx, { customer_id: draft.customerId, step: draft.step, body, at });
}

/** Deletes drafts of steps that have been submitted. */
export function forgetDrafts(tx: Tx, customerId: number, steps: readonly DraftStep[]): Promise<void> {
  return deleteDrafts(tx, customerId, steps);
}

/** Erasure deletes all unsent input. */
export const personalData: PersonalData = {
  held: {
    application_draft: { label: 'Solicitudes sin terminar', where: ofCustomer, omit: ['body'] },
  },
  async contact(tx, _deps, { customerId }) {
    await tx.deleteFrom('application_draft').where('customer_id', '=', customerId).execute();
  },
};

/** Drafts, so that an application can be continued on another device (docs/product/application.md#drafts). */
export function draftRoutes(deps: Dependencies): Route[] {
  return [
    route('POST /api/v3/application-draft', async (call) => {
      const { customerId } = callerOf(call);
      return call.commit(async (tx) => {
        await saveDraft(tx, deps, { customerId, ...call.body });
        return ok({ messages: [] });
      });
    }),
  ];
}
