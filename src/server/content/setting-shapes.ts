import { byCountry } from '../../countries/countries.ts';
import { SERVER_ENTRIES } from '../../countries/server-entries.ts';
import type { SettingDefinition } from './identity-setting.ts';
import type { SettingKind } from './setting-kinds.ts';

const supportPhone = byCountry((code) => SERVER_ENTRIES[code].settings.supportPhone);
const onOff: SettingKind = { type: 'switch' };
const contact: SettingKind = { type: 'contact' };
export const address: SettingKind = { type: 'address', isOptional: true };
export const neededAddress: SettingKind = { type: 'address', isOptional: false };
export const message = (...placeholders: string[]): SettingKind => ({
  type: 'text',
  most: 500,
  placeholders,
});

export const toggle = (title: string, describes: string, group: SettingDefinition['group'], isOn = false) =>
  ({ title, describes, group, kind: onOff, default: isOn ? 'on' : 'off' }) as const;
export const phone = (title: string, describes: string) =>
  ({ title, describes, group: 'contact', kind: contact, default: supportPhone }) as const;
export const prepared = (title: string, text: string, ...placeholders: string[]) =>
  ({
    title,
    describes: 'Lo que WhatsApp trae escrito al abrirse.',
    group: 'messages',
    kind: message(...placeholders),
    default: text,
  }) as const;
export const link = (
  title: string,
  describes: string,
  value: SettingDefinition['default'],
  kind: SettingKind = address,
) => ({ title, describes, group: 'links', kind, default: value }) as const;
/** Addresses for passwords or sessions: one person alone could lead borrowers to a copy. */
export const ownLink = (...given: Parameters<typeof link>) => ({ ...link(...given), isMoney: true }) as const;
