export { readSetting, type SettingName } from './settings.ts';
