import type { PersonalData } from '../../platform/personal-data.ts';

export {
  askersOf,
  countriesOf,
  DONE,
  DONE_AS_SEEN,
  doerOf,
  movedBy,
  type Actor,
  type Askers,
} from './askers.ts';
export { askedBy, expireApprovals, pendingInSlots, pendingOf } from './approval-rows.ts';
export { csvAnswer, type ListSchema } from './csv.ts';
export { ofComplianceHold, writeAudit, type Deed, type Facts } from './audit.ts';
export {
  isOverDaily,
  recordOpening,
  staffCommand,
  type Asked,
  type Done,
  type StaffCommand,
  type Work,
} from './command.ts';
export { staffUpload } from './upload.ts';

/** Staff requests about a person: erasure deletes their text and withdraws pending ones. */
export const personalData: PersonalData = {
  held: {},
  async contact(tx, { clock }, { customerId }) {
    await tx
      .updateTable('staff_approval')
      .set({ request: '{}' })
      .where('customer_id', '=', customerId)
      .execute();
    await tx
      .updateTable('staff_approval')
      .set({ state: 'withdrawn', decided_at: clock.now() })
      .where('customer_id', '=', customerId)
      .where('state', '=', 'pending')
      .execute();
  },
};
