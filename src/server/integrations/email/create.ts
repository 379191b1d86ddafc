import type { Config } from '../../platform/config.ts';
import type { EmailGateway } from './port.ts';
import { createTransport } from 'nodemailer';

const connectLimitMs = 10_000;
const answerLimitMs = 20_000;
/** Shorter than what counts as no answer. */
const idleMs = 15_000;
/** A letter, with its wait for a connection; shorter than the run that sends it may take. */
const letterLimitMs = 45_000;

/**
 * Any SMTP server, on a bounded number of connections that stay open from letter to letter.
 * @param url `smtp://` or `smtps://` with user and password, and nodemailer's options as query
 */
export function smtpEmail(
  url: string,
  from: string,
  { connections, limitMs = letterLimitMs }: { readonly connections: number; readonly limitMs?: number },
): EmailGateway {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: connections,
    // One that the server closed meanwhile; any other failure is for the outbox to try again.
    maxRequeues: 1,
    idleTimeout: idleMs,
    connectionTimeout: connectLimitMs,
    greetingTimeout: connectLimitMs,
    socketTimeout: answerLimitMs,
    // A message never makes the server read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text, html, attachments = [] }) {
      const signal = AbortSignal.timeout(limitMs);
      const recipient = { name: '', address: to };
      const sent = await transport.sendMail({
        from,
        to: recipient,
        subject,
        text,
        html,
        attachments: attachments.map(({ name, content }) => ({
          filename: name,
          content,
          contentType: 'application/pdf',
        })),
        signal,
      });
      return sent.messageId;
    },
    close: () => transport.close(),
  };
}

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
