export {
  askForNewPasskey,
  askForPasskey,
  countOfAnswer,
  credentialIdOf,
  newPasskeyOf,
  type Aim,
} from './ceremony.ts';
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
  leastPasskeys,
  lockPasskey,
  noteUse,
  passkeyCount,
  passkeysOf,
  removePasskey,
  shownPasskeys,
  sweptPasskeyRows,
} from './rows.ts';
