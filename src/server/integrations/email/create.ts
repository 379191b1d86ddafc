import type { Config } from '../../platform/config.ts';
import type { EmailGateway } from './port.ts';
import { sandboxEmail } from './sandbox.ts';
import { smtpEmail } from './smtp.ts';

export function createEmail({ config }: { readonly config: Config }): EmailGateway {
  if (config.SANDBOX) return sandboxEmail();
  if (config.SMTP_URL) return smtpEmail(config.SMTP_URL, config.MAIL_FROM);
  return { send: () => Promise.reject(new Error('no e-mail gateway is configured')) };
}
