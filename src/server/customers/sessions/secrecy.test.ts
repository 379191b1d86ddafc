import { Writable } from 'node:stream';
import pg from 'pg';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { startProduct } from '../../testing/product.ts';
import { addLead, addPerson, hashIn, messageOf } from '../../testing/people.ts';

/** Every value of every table as text, binary ones as text and as hex. */
async function dump(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const tables = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const parts: string[] = [];
  for (const { name } of tables.rows) {
    const rows = await client.query<Record<string, unknown>>(`select * from ${name}`);
    for (const row of rows.rows) {
      for (const value of Object.values(row)) {
        parts.push(Buffer.isBuffer(value) ? value.toString('latin1') : (JSON.stringify(value) ?? ''));
      }
    }
  }
  await client.end();
  return parts.join('\n');
}

test('no password, token or link is in the database or in the log', async () => {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const product = await startProduct({ log: pino({ level: 'debug' }, stream) });
  const password = 'clave-muy-secreta-1';
  const person = await addPerson(product, { password });
  const login = await product.call('POST /api/v3/authenticate-new', {
    body: { email: person.email, password },
  });
  await product.call('POST /api/v3/authenticate-new', {
    body: { email: person.email, password: 'clave-errada-9' },
  });
  const created = await product.call('POST /api/v3/account', {
    body: { email: 'secreta@example.com', hash: await addLead(product) },
    headers: { 'idempotency-key': 'k' },
  });
  const askSms = () => product.call('POST /api/auth/sendpin', { body: { cellphone: person.cellphone } });
  const sms = hashIn(await messageOf(product, person.cellphone, askSms), 'login');
  const askMail = () => product.call('POST /api/auth/magic-link', { body: { email: person.email } });
  const mail = hashIn(await messageOf(product, person.email, askMail), 'magic-link');
  const askNew = () => product.call('GET /api/recovery', { query: { email: person.email } });
  const recovery = hashIn(await messageOf(product, person.email, askNew), 'recupero-contrasena');
  for (const path of [`/login/${sms}`, `/magic-link/${mail}`, `/recupero-contrasena/${recovery}`]) {
    await product.raw(path);
  }
  const exchanged = await product.call('POST /api/auth/autologin', { body: { hash: sms } });
  const change = {
    token: recovery,
    email: person.email,
    password: 'otra-secreta-2',
    password_confirmation: 'otra-secreta-2',
  };
  expect((await product.call('POST /api/recovery', { body: change })).status).toBe(200);
  const stored = await dump(product.databaseUrl);
  await product.close();
  const log = lines.join('');
  const secrets = [password, 'clave-errada-9', 'otra-secreta-2', sms, mail, recovery];
  secrets.push(login.body.token, created.body.token, exchanged.body.token);
  // The dump and the log are what they should be: they do tell of these people and calls.
  expect(stored).toContain(person.email);
  expect(log).toContain('/api/auth/sendpin');
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(10);
    expect(stored.includes(secret), `${secret} in the database`).toBe(false);
    expect(log.includes(secret), `${secret} in the log`).toBe(false);
  }
  expect(log).not.toContain(person.email);
  expect(log).not.toContain(person.cellphone);
});
