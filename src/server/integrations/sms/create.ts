import { COUNTRIES } from '../../../countries/countries.ts';
import type { Config } from '../../platform/config.ts';
import { configuredUrlOf } from '../../platform/public-url.ts';
import type { SmsGateway } from './port.ts';
import { twilioSms } from './twilio.ts';

export async function createSms({ config }: { readonly config: Config }): Promise<SmsGateway> {
  if (config.SANDBOX) return (await import('./sandbox.ts')).sandboxSms();
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: from } = config;
  if (accountSid && authToken && from) {
    const publicUrl = COUNTRIES.map((code) => configuredUrlOf(config, code)).find((url) => url !== undefined);
    const statusUrl = publicUrl && new URL('/api/v3/messages/sms/status', publicUrl).href;
    return twilioSms({ baseUrl: config.TWILIO_BASE_URL, accountSid, authToken, from, statusUrl });
  }
  return { send: () => Promise.reject(new Error('no SMS gateway is configured')) };
}
