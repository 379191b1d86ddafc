import type { Config } from '../../platform/config.ts';
import type { EmailGateway } from './port.ts';
import { createTransport } from 'nodemailer';

const connectLimitMs = 10_000;
const answerLimitMs = 20_000;
/** Shorter than the timeout of a response, milliseconds. */
const idleMs = 15_000;
/**
 * Time for one e-mail, including the wait for a connection; shorter than the time limit of the run that sends
 * it.
 */
const letterLimitMs = 45_000;

/**
 * SMTP client with a bounded number of connections, which stay open between e-mails.
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
    // Retries once, for a connection that the server closed in the meantime; the outbox retries all other
    // failures.
    maxRequeues: 1,
    idleTimeout: idleMs,
    connectionTimeout: connectLimitMs,
    greetingTimeout: connectLimitMs,
    socketTimeout: answerLimitMs,
    // Prevents message content from making the server read files or fetch addresses.
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

/**
 * E-mails wait for an open connection rather than opening one each, since connecting takes most of the time.
 */
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
