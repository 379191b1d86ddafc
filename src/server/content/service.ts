export { isSwitchOn, readSetting, readSettingsOf, type SettingName } from './settings.ts';
