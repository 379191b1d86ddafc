export {
  enrolmentPerson,
  enrolmentUrl,
  openEnrolment,
  sendEnrolment,
  takeEnrolment,
  tellOfPasskey,
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
  shownPasskeys,
  sweptPasskeyRows,
} from './rows.ts';
