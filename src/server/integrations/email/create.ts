import type { Config } from '../../platform/config.ts';
import type { EmailGateway } from './port.ts';
import { smtpEmail } from './smtp.ts';

/** Letters under way wait for an open connection rather than opening one each: most of their time goes into that. */
const lettersPerConnection = 4;

export async function createEmail({ config }: { readonly config: Config }): Promise<EmailGateway> {
  if (config.SANDBOX) return (await import('./sandbox.ts')).sandboxEmail();
  if (config.SMTP_URL)
    return smtpEmail(config.SMTP_URL, config.MAIL_FROM, {
      connections: Math.ceil(config.EMAIL_CONCURRENCY / lettersPerConnection),
    });
  return {
    send: () => Promise.reject(new Error('no e-mail gateway is configured')),
    close: () => undefined,
  };
}
