export {
  confirmationRules,
  confirmationRulesColumns,
  type ConfirmationRules,
  type StoredConfirmationRules,
} from './confirmation-rules.ts';
export {
  dataOn,
  dataPage,
  dataVersion,
  insertData,
  lockData,
  requireConfirmed,
  type ConfirmedData,
  confirmedSince,
} from './confirmed-data.ts';
export {
  holidayChangesPage,
  holidaySubject,
  holidayVersion,
  insertHolidayChanges,
  lastHolidayChanges,
  lockHolidays,
  type HolidayChange,
} from './holiday-changes.ts';
export { newestHolidays, openHolidays, PROGRAM_HOLIDAYS, type Holidays, type Known } from './holidays.ts';
export { offeredLocalities } from './localities.ts';
export { dueDatesPayableUntil, storePayableDays } from './payable-days.ts';
export { policyOf } from './identity-setting.ts';
export { storeSetting, keptValue, readSetting, readSettingsOf } from './settings.ts';
export {
  changeKindOf,
  definitionOf,
  isSettingName,
  type ChangeKind,
  type SettingName,
} from './setting-definitions.ts';
export { lockSetting, refuseSetting, setSetting, settingChanges, settingsShown } from './setting-changes.ts';
export { shownText, type Publisher, type ShownText } from './shown-text.ts';
export {
  arePayoutsWaiting,
  changeControl,
  fitsUnderCap,
  isAboveCap,
  lockControl,
  noteCapped,
  payoutControl,
  payoutsStopped,
  type PayoutSwitches,
} from './payout-control.ts';
