export {
  enrolmentPerson,
  enrolmentUrl,
  openEnrolment,
  sendEnrolment,
  takeEnrolment,
  notifyPasskeyChange,
} from './enrolment.ts';
export {
  addPasskey,
  consoleSite,
  leastPasskeys,
  lockPasskey,
  noteUse,
  passkeyCount,
  passkeysOf,
  removePasskey,
  passkeyViews,
  sweptPasskeyRows,
} from './rows.ts';
