import type { Config } from '../../platform/config.ts';
import { cloudApi } from './cloud-api.ts';
import type { WhatsAppGateway } from './port.ts';

export async function createWhatsApp({ config }: { readonly config: Config }): Promise<WhatsAppGateway> {
  if (config.SANDBOX) return (await import('./sandbox.ts')).sandboxWhatsApp();
  const {
    WHATSAPP_PHONE_NUMBER_ID: phoneNumberId,
    WHATSAPP_ACCESS_TOKEN: accessToken,
    WHATSAPP_APP_SECRET: appSecret,
    WHATSAPP_VERIFY_TOKEN: verifyToken,
    WHATSAPP_BASE_URL: baseUrl,
    WHATSAPP_API_VERSION: version,
  } = config;
  if (phoneNumberId && accessToken && appSecret && verifyToken)
    return cloudApi({ baseUrl, version, phoneNumberId, accessToken, appSecret, verifyToken });
  return {
    // For messages that were queued while WhatsApp was configured.
    send: async () => ({ outcome: 'refused', code: 'off', isOurFault: true }),
    reportsOf: () => undefined,
    isVerifyToken: () => false,
  };
}
