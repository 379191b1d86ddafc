export { offeredLocalities } from './localities.ts';
export { readSetting, readSettingsOf, type SettingName } from './settings.ts';
export { shownText, type ShownText } from './shown-text.ts';
export {
  arePayOutsWaiting,
  changeControl,
  lockControl,
  noteCapped,
  payOutControl,
  type PayOutControl,
} from './pay-out-control.ts';
