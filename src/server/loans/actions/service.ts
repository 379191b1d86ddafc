export {
  applyAction,
  changeFailure,
  openOffers,
  owedByComponent,
  waivableOf,
  undoAction,
  type AppliedAction,
  type NewAction,
  type OpenOffer,
  type Undoing,
} from './apply.ts';
export { personalData } from './personal-data.ts';
export { waitingChanges } from './queries.ts';
export { waivable, waiveDebt, type NewWaiver } from './waive.ts';
