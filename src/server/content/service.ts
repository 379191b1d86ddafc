export { readSetting, readSettingsOf, type SettingName } from './settings.ts';
