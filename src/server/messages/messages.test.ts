import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { packOf } from '../../countries/index.ts';
import { lenderNotice } from '../../countries/lender.ts';
import { welcomeEmail } from '../../countries/messages/messages.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asChecked } from '../testing/as-checked.ts';
import { transaction } from '../platform/database.ts';
import { NOWHERE } from '../platform/personal-data.ts';
import { startDispatcher } from '../platform/work/dispatcher.ts';
import { eraseContact } from '../rights/service.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';
import { addPerson } from '../testing/people.ts';
import { messageRows, messageWork } from './jobs.ts';
import { markSent } from './queries.ts';
import { enqueueMessage, enqueueMessages, listMessages, openBody, type OutgoingMessage } from './service.ts';
import { letterHtml } from './letter-html.ts';

let sandboxed: TestProduct;
/** With the sandbox off and no provider configured: messages wait, and jobs are run by hand. */
let real: TestProduct;
beforeAll(async () => {
  sandboxed = await startProduct();
  real = await startProduct({ settings: { SANDBOX: 'off', ROLE: 'api' } });
});
afterAll(async () => {
  await sandboxed.close();
  await real.close();
});

const sms: OutgoingMessage = { channel: 'sms', to: '+5491155556666', text: 'Tu link' };
const letter: OutgoingMessage = {
  channel: 'email',
  to: 'Ana@Example.com',
  subject: 'Hola',
  text: 'Tu mail',
  html: '<p>Tu mail</p>',
};
const enqueue = (product: TestProduct, message: OutgoingMessage) =>
  transaction(product.deps.db, (tx) => enqueueMessage(tx, product.deps, 'AR', message));
const newest = (product: TestProduct) =>
  product.deps.db.selectFrom('message').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();

async function until<T>(read: () => Promise<T>, isThere: (value: T) => boolean): Promise<T> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    const value = await read();
    if (isThere(value)) return value;
    if (Date.now() > deadline) throw new Error('it did not happen within ten seconds');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test('a message whose words have ended is not sent', async () => {
  const { clock, ports } = real.deps;
  const sent: string[] = [];
  const sending = { ...real.deps, ports: { ...ports, email: { ...ports.email, send: recordTo(sent) } } };
  for (const [to, minutes] of [
    ['late@example.com', -1],
    ['in-time@example.com', 1],
  ] as const) {
    await enqueue(real, { ...letter, to, until: new Date(clock.now().getTime() + minutes * 60_000) });
    await messageWork(sending).run((await newest(real)).id);
  }
  expect(sent).toEqual(['in-time@example.com']);
  const rows = await real.deps.db
    .selectFrom('message')
    .select(['recipient', 'state', 'due_at'])
    .where('recipient', 'in', ['late@example.com', 'in-time@example.com'])
    .orderBy('id')
    .execute();
  expect(rows.map(({ state, due_at }) => [state, due_at])).toEqual([
    ['failed', null],
    ['sent', null],
  ]);
});

test('a stored paper travels with its letter, and a lost one stops it', async () => {
  const { ports } = real.deps;
  const seen: (string | undefined)[] = [];
  const send = ({
    attachments = [],
  }: {
    readonly attachments?: readonly { name: string; content: Buffer }[];
  }) => {
    seen.push(...attachments.map(({ name, content }) => `${name} ${content.toString()}`));
    return Promise.resolve('id');
  };
  const sending = { ...real.deps, ports: { ...ports, email: { ...ports.email, send } } };
  await ports.images.put('contrato-1.pdf', Buffer.from('%PDF'));
  const sendWith = async (storageKey: string) => {
    await enqueue(real, { ...letter, attachment: { storageKey, name: 'contrato.pdf' } });
    await messageWork(sending).run((await newest(real)).id);
  };
  await sendWith('contrato-1.pdf');
  await expect(sendWith('contrato-2.pdf')).rejects.toThrow('contrato-2.pdf');
  expect(seen).toEqual(['contrato.pdf %PDF']);
});

const recordTo =
  (sent: string[]) =>
  ({ to }: { readonly to: string }) => {
    sent.push(to);
    return Promise.resolve('id');
  };

describe("the sandbox's inbox", () => {
  test('has a message as soon as it is in the outbox, newest first', async () => {
    await enqueue(sandboxed, sms);
    await enqueue(sandboxed, letter);
    const [first, second] = await listMessages(sandboxed.deps);
    expect(first).toEqual({
      id: expect.stringMatching(/^\d+$/),
      channel: 'email',
      to: 'Ana@Example.com',
      subject: 'Hola',
      text: 'Tu mail',
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
    expect(second).toMatchObject({ channel: 'sms', to: '+5491155556666', subject: '', text: 'Tu link' });
  });

  test.each([
    ['ana@example.COM', 1],
    ['55556666', 1],
    ['+54 9 11 5555-6666', 1],
    ['5491155556666', 1],
    ['5555666', 0],
    ['155556667', 0],
    ['na@example.com', 0],
    ['%', 0],
  ])('finds for %j', async (to, count) => {
    expect(await listMessages(sandboxed.deps, to)).toHaveLength(count);
  });

  test('keeps the text after sending', async () => {
    await enqueue(sandboxed, sms);
    const row = await until(
      () => newest(sandboxed),
      ({ state }) => state === 'sent',
    );
    expect(row.body && openBody(sandboxed.deps.vault, row.body).text).toBe('Tu link');
    expect(row.provider_id).toMatch(/\w/);
  });
});

describe('the outbox', () => {
  test('takes nothing back: what is rolled back is never sent', async () => {
    const before = (await listMessages(sandboxed.deps)).length;
    const broken = transaction(sandboxed.deps.db, async (tx) => {
      await enqueueMessage(tx, sandboxed.deps, 'AR', sms);
      throw new Error('no');
    });
    await expect(broken).rejects.toThrow('no');
    expect(await listMessages(sandboxed.deps)).toHaveLength(before);
  });

  test('keeps the text unreadable, and forgets it when it was sent', async () => {
    await enqueue(real, letter);
    const queued = await newest(real);
    expect(queued.body?.toString('latin1')).not.toContain('Tu mail');
    const sent: unknown[] = [];
    const email = { ...real.deps.ports.email, send: async (mail: unknown) => `mail-${sent.push(mail)}` };
    const { run } = messageWork({ ...real.deps, ports: { ...real.deps.ports, email } });
    await run(queued.id);
    expect(sent).toEqual([{ to: letter.to, subject: 'Hola', text: 'Tu mail', html: '<p>Tu mail</p>' }]);
    expect(await newest(real)).toMatchObject({ state: 'sent', provider_id: 'mail-1', body: null });
    await run(queued.id);
    expect(sent).toHaveLength(1);
  });

  test('keeps of a customer’s message the words without what opens something, until they are erased', async () => {
    const { id, email } = await addPerson(real);
    await enqueue(real, {
      channel: 'email',
      to: email,
      subject: 'Tu acceso',
      text: 'Clave 4821. Entrá: https://sitio.example/login/abc?x=1',
      isUrgent: true,
    });
    const queued = await newest(real);
    expect(queued.customer_id).toBe(id);
    const mail = { ...real.deps.ports.email, send: async () => 'mail-2' };
    const { run } = messageWork({ ...real.deps, ports: { ...real.deps.ports, email: mail } });
    await run(queued.id);
    const sent = await newest(real);
    expect(sent.body && openBody(real.deps.vault, sent.body)).toEqual({
      subject: 'Tu acceso',
      text: 'Clave ••••. Entrá: https://sitio.example/…',
    });
    const again = await newest(real);
    await real.deps.db.updateTable('message').set({ body: null }).where('id', '=', again.id).execute();
    await markSent(real.deps.db, { id: again.id, providerId: 'x', at: new Date(), kept: Buffer.from('x') });
    expect((await newest(real)).body).toBeNull();
  });

  test('whom somebody erased meanwhile is sent nothing, and the address is removed', async () => {
    const { id, email } = await addPerson(real);
    await transaction(real.deps.db, (tx) => eraseContact(tx, real.deps, id));
    await enqueue(real, { ...letter, to: email, customerId: id });
    const sent: unknown[] = [];
    const mail = { ...real.deps.ports.email, send: async (given: unknown) => `mail-${sent.push(given)}` };
    const { run } = messageWork({ ...real.deps, ports: { ...real.deps.ports, email: mail } });
    await run((await newest(real)).id);
    expect(sent).toEqual([]);
    expect(await newest(real)).toMatchObject({ recipient: NOWHERE, body: null, due_at: null });
  });

  test('of several people with one phone a message is of who logs in with it', async () => {
    const { id, cellphone } = await addPerson(real);
    await enqueue(real, { ...sms, to: `+549${cellphone}` });
    expect((await newest(real)).customer_id).toBe(id);
    const other = await addPerson(real);
    await real.deps.db
      .updateTable('customer')
      .set({ cellphone: asChecked(cellphone), phone_proved_at: null })
      .where('id', '=', other.id)
      .execute();
    await enqueue(real, { ...sms, to: `+549${cellphone}` });
    expect((await newest(real)).customer_id).toBe(id);
    await enqueue(real, { ...sms, to: `+549${cellphone}`, customerId: other.id });
    expect((await newest(real)).customer_id).toBe(other.id);
  });

  test('keeps what a letter is made of, and sends what it says', async () => {
    const written = welcomeEmail(
      { brand: 'Cuota', pack: packOf('AR') },
      { firstName: 'Ana', url: 'https://example.com/crear' },
    );
    await enqueue(real, { channel: 'email', to: 'ana@example.com', ...written });
    const queued = await newest(real);
    expect(queued.body?.length).toBeLessThan(letterHtml(written.letter).length);
    const sent: unknown[] = [];
    const email = { ...real.deps.ports.email, send: async (mail: unknown) => `mail-${sent.push(mail)}` };
    await messageWork({ ...real.deps, ports: { ...real.deps.ports, email } }).run(queued.id);
    const lender = lenderNotice(packOf('AR'), 'Cuota', real.deps.config.lenders.AR);
    const { subject, text, letter: made } = written;
    const html = letterHtml({ ...made, lender });
    expect(sent).toEqual([{ to: 'ana@example.com', subject, text: `${text}\n\n${lender}`, html }]);
  });

  test('keeps a message whose provider failed for the next try', async () => {
    await enqueue(real, sms);
    const { id } = await newest(real);
    let isDown = true;
    const gateway = {
      send: async () => {
        if (isDown) throw new Error('down');
        return 'sms-1';
      },
    };
    const { run } = messageWork({ ...real.deps, ports: { ...real.deps.ports, sms: gateway } });
    await expect(run(id)).rejects.toThrow('down');
    expect(await newest(real)).toMatchObject({ state: 'failed', sent_at: null });
    isDown = false;
    await run(id);
    expect(await newest(real)).toMatchObject({ state: 'sent', body: null });
  });

  test('a code overtakes the letters that wait, each sent once by two workers', async () => {
    const { db } = real.deps;
    await sql`update message set due_at = null where state <> 'sent'`.execute(db);
    const letters = 400;
    const sent: string[] = [];
    const email = {
      ...real.deps.ports.email,
      send: async ({ to }: { readonly to: string }) => {
        await pause(50);
        return `mail-${sent.push(to)}`;
      },
    };
    const gateway = { send: async (to: string) => `sms-${sent.push(to)}` };
    const deps = { ...real.deps, ports: { ...real.deps.ports, email, sms: gateway } };
    const workers = [1, 2].map(() => startDispatcher(db, deps.log, [messageWork(deps)]));
    const many = Array.from({ length: letters }, (_, n): OutgoingMessage => ({
      ...letter,
      to: `n${n}@example.com`,
    }));
    await transaction(db, (tx) => enqueueMessages(tx, deps, 'AR', many));
    workers.forEach((worker) => worker.wake());
    await until(
      async () => sent.length,
      (length) => length > 0,
    );
    await transaction(db, async (tx) => {
      await enqueueMessage(tx, deps, 'AR', { ...letter, to: 'link@example.com', isUrgent: true });
      await enqueueMessage(tx, deps, 'AR', { ...sms, isUrgent: true });
    });
    workers.forEach((worker) => worker.wake());
    await until(
      async () => sent.length,
      (length) => length === letters + 2,
    );
    expect(new Set(sent).size).toBe(letters + 2);
    expect(sent.indexOf(sms.to)).toBeLessThan(letters - 100);
    expect(sent.indexOf('link@example.com')).toBeLessThan(letters - 100);
    await Promise.all(workers.map((worker) => worker.stop()));
  });

  test('is tried for less long than a link lives', () => {
    const { maxTries = 0, retryDelaySeconds, retryDelayMaxSeconds } = messageRows.policy;
    let seconds = 0;
    for (let tries = 1; tries < maxTries; tries += 1)
      seconds += Math.min(retryDelaySeconds * 2 ** (tries - 1), retryDelayMaxSeconds);
    // A delay may be half as long.
    expect(seconds / 2).toBeGreaterThan(20 * 60);
    expect(seconds).toBeLessThan(3 * 3600);
  });
});
