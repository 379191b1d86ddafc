import { createTransport } from 'nodemailer';
import type { EmailGateway } from './port.ts';

const connectLimitMs = 10_000;
const answerLimitMs = 20_000;

/**
 * Any SMTP server.
 * @param url `smtp://` or `smtps://` with user and password, and nodemailer's options as query
 */
export function smtpEmail(url: string, from: string): EmailGateway {
  const transport = createTransport({
    url,
    connectionTimeout: connectLimitMs,
    greetingTimeout: connectLimitMs,
    socketTimeout: answerLimitMs,
    // A message never makes the server read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text, html }) {
      const sent = await transport.sendMail({ from, to: { name: '', address: to }, subject, text, html });
      return sent.messageId;
    },
  };
}
