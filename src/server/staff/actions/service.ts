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
export { askedBy, expireApprovals } from './approval-rows.ts';
export { csvAnswer, type ListSchema } from './csv.ts';
export { ofComplianceHold, writeAudit, type Deed, type Facts } from './audit.ts';
export { isOverDaily, staffCommand, type Asked, type Done, type StaffCommand, type Work } from './command.ts';
export { personalData } from './personal-data.ts';
export { staffUpload } from './upload.ts';
