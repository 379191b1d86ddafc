import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { startBank, type FakeBank } from '../../../src/server/integrations/payouts/testing/fake-bank.ts';
import { silentProxy, type SilentProxy } from '../../../src/server/testing/silent-proxy.ts';

/** Providers that workers call; their state outlives every database. */
export interface Outside {
  readonly bank: FakeBank;
  /** Proxy in front of the bank. */
  readonly wayToBank: SilentProxy;
  /** Worker settings that point to them. */
  readonly settings: Readonly<Record<string, string>>;
}

/** Approximate time for the bank to decide on an order, ms. */
const decisionMs = 500;

export async function openOutside(): Promise<Outside> {
  const bank = await startBank();
  bank.keepsLogins = true;
  const wayToBank = await silentProxy(Number(new URL(bank.url).port));
  setInterval(() => {
    for (const transfer of bank.transfers.values()) transfer.status = 'COMPLETED';
  }, decisionMs).unref();
  const [smtp, sms] = await Promise.all([openMail(), openSms()]);
  return {
    bank,
    wayToBank,
    settings: {
      BIND_BASE_URL: `http://127.0.0.1:${wayToBank.port}/v1`,
      BIND_USERNAME: 'cuota',
      BIND_PASSWORD: 'secreto',
      BIND_ACCOUNT_ID: '20-1',
      SMTP_URL: `smtp://127.0.0.1:${smtp}`,
      TWILIO_ACCOUNT_SID: 'AC1',
      TWILIO_AUTH_TOKEN: 'token',
      TWILIO_FROM: '+541100000000',
      TWILIO_BASE_URL: `http://127.0.0.1:${sms}`,
      PUBLIC_URL_AR: 'https://ar.example.com',
      PUBLIC_URL_UY: 'https://uy.example.com',
    },
  };
}

/** Accepts every e-mail. */
async function openMail(): Promise<number> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, _session, done) => {
      stream.resume();
      stream.on('end', () => done());
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return (server.server.address() as AddressInfo).port;
}

/** Accepts every SMS. */
async function openSms(): Promise<number> {
  let count = 0;
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      count += 1;
      response.writeHead(201, { 'content-type': 'application/json' }).end(`{"sid":"SM${count}"}`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
