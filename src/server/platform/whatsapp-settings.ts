import { COUNTRIES, type CountryCode } from '../../countries/countries.ts';
import { WHATSAPP_KINDS, type WhatsAppKind } from '../../countries/messages/whatsapp-templates.ts';
import { ConfigError } from './settings.ts';

/** Kinds of SMS messages of each country that are tried by WhatsApp first. */
export type WhatsAppMessages = ReadonlyMap<CountryCode, ReadonlySet<WhatsAppKind>>;

const neededNames = [
  'WHATSAPP_PHONE_NUMBER_ID',
  'WHATSAPP_ACCESS_TOKEN',
  'WHATSAPP_APP_SECRET',
  'WHATSAPP_VERIFY_TOKEN',
] as const;

type Values = Readonly<Partial<Record<(typeof neededNames)[number], string | undefined>>> & {
  readonly SANDBOX: boolean;
};

/**
 * Parses the `country=kind` pairs.
 * @throws ConfigError if a pair is invalid, or the WhatsApp settings are incomplete
 */
export function whatsappMessages(pairs: string | undefined, values: Values): WhatsAppMessages {
  const messages = new Map<CountryCode, Set<WhatsAppKind>>();
  for (const pair of pairs?.split(',') ?? []) {
    const [code, name] = pair.split('=').map((part) => part.trim());
    const country = COUNTRIES.find((each) => each === code);
    const kind = WHATSAPP_KINDS.find((each) => each === name);
    if (country === undefined || kind === undefined)
      throw new ConfigError(
        `The setting WHATSAPP_MESSAGES is wrong: ${pair.trim()} is not country=kind, of the kinds ${WHATSAPP_KINDS.join(', ')}.`,
      );
    messages.set(country, (messages.get(country) ?? new Set()).add(kind));
  }
  const missing = neededNames.find((name) => values[name] === undefined);
  if (messages.size > 0 && !values.SANDBOX && missing)
    throw new ConfigError(`The setting ${missing} is missing: messages by WhatsApp need it.`);
  return messages;
}
