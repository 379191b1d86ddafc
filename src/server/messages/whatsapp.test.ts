import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { WhatsAppOutcome } from '../integrations/whatsapp/port.ts';
import { messageRows } from './jobs.ts';
import { listMessages, openBody, shortMessage } from './service.ts';
import { code, link, startWhatsAppScene, type WhatsAppScene } from './testing/whatsapp-scene.ts';

let scene: WhatsAppScene;
beforeAll(async () => {
  scene = await startWhatsAppScene();
});
afterAll(() => scene.product.close());
beforeEach(() => scene.reset());

describe('a message that goes by WhatsApp', () => {
  test('is left to it until it has arrived, and then no SMS follows', async () => {
    const id = await scene.queued();
    await scene.run(id);
    expect(scene.given).toMatchObject([
      { to: '+5491155556666', language: 'es_AR', content: code.template, messageId: id },
    ]);
    expect(await scene.rowOf(id)).toMatchObject({
      state: 'queued',
      whatsapp: 'sent',
      provider_id: 'wamid.1',
    });
    // An SMS of a code follows within a minute.
    expect((await scene.rowOf(id)).due_in).toBeGreaterThan(30);
    expect((await scene.rowOf(id)).due_in).toBeLessThan(60);
    expect((await scene.tell(id, 'sent')).status).toBe(200);
    expect((await scene.tell(id, 'delivered')).status).toBe(200);
    expect(await scene.rowOf(id)).toMatchObject({ state: 'sent', delivery: 'delivered', due_in: null });
    await scene.tell(id, 'read');
    await scene.tell(id, 'delivered');
    expect(await scene.rowOf(id)).toMatchObject({ state: 'sent', delivery: 'read' });
    await scene.run(id);
    expect(scene.texts).toEqual([]);
    const [shown] = await listMessages(scene.product.deps, '55556666');
    expect(shown).toMatchObject({ channel: 'whatsapp', text: code.text });
  });

  test('is followed by one SMS when it has not arrived in time', async () => {
    const id = await scene.queued();
    await scene.run(id);
    await scene.run(id);
    expect(scene.texts).toEqual([code.text]);
    expect(await scene.rowOf(id)).toMatchObject({
      state: 'sent',
      whatsapp: 'fallen-back',
      whatsapp_code: 'late',
      provider_id: 'SM1',
      due_in: null,
    });
    await scene.run(id);
    expect(scene.texts).toHaveLength(1);
    const [shown] = await listMessages(scene.product.deps, '55556666');
    expect(shown).toMatchObject({ channel: 'sms', text: code.text });
  });

  test('that arrives after its SMS all the same is noted as doubled', async () => {
    const id = await scene.queued();
    await scene.run(id);
    await scene.run(id);
    await scene.tell(id, 'delivered');
    expect(await scene.rowOf(id)).toMatchObject({
      state: 'sent',
      whatsapp: 'doubled',
      provider_id: 'SM1',
      delivery: '',
    });
  });

  test('is followed by an SMS at once when it is refused', async () => {
    scene.answer.outcome = { outcome: 'refused', code: '131026', isOurFault: false };
    const id = await scene.queued();
    await scene.run(id);
    expect(scene.texts).toEqual([code.text]);
    expect(await scene.rowOf(id)).toMatchObject({
      state: 'sent',
      whatsapp: 'fallen-back',
      whatsapp_code: '131026',
    });
  });

  test('is followed by an SMS as soon as its failure is told', async () => {
    const id = await scene.queued();
    await scene.run(id);
    await scene.tell(id, 'failed', { code: 131_049 });
    expect(await scene.rowOf(id)).toMatchObject({
      state: 'queued',
      whatsapp: 'fallen-back',
      whatsapp_code: '131049',
    });
    expect((await scene.rowOf(id)).due_in).toBeLessThanOrEqual(0);
    // Told again, or as delivered by mistake, nothing changes.
    await scene.tell(id, 'failed', { code: 131_026 });
    await scene.tell(id, 'sent');
    await scene.run(id);
    expect(scene.texts).toEqual([code.text]);
    expect(await scene.rowOf(id)).toMatchObject({
      state: 'sent',
      whatsapp_code: '131049',
      provider_id: 'SM1',
    });
    await scene.run(id);
    expect(scene.texts).toHaveLength(1);
  });

  test('is never given twice, whatever became of who gave it', async () => {
    scene.answer.before = async () => {
      throw new Error('the process dies');
    };
    const id = await scene.queued();
    await expect(scene.run(id)).rejects.toThrow('dies');
    expect(await scene.rowOf(id)).toMatchObject({ whatsapp: 'sent', provider_id: null });
    scene.answer.before = async () => undefined;
    await scene.run(id);
    expect(scene.given).toHaveLength(1);
    expect(scene.texts).toEqual([code.text]);
  });

  test('without an answer waits for a report, which names our message', async () => {
    scene.answer.outcome = { outcome: 'unknown' };
    const id = await scene.queued();
    await scene.run(id);
    expect(scene.texts).toEqual([]);
    await scene.tell(id, 'delivered', { id: 'wamid.2' });
    expect(await scene.rowOf(id)).toMatchObject({
      state: 'sent',
      provider_id: 'wamid.2',
      delivery: 'delivered',
    });
  });

  test('may be told as delivered before its own answer is here', async () => {
    scene.answer.before = (id) => scene.tell(id, 'delivered');
    const id = await scene.queued();
    await scene.run(id);
    await scene.run(id);
    expect(scene.texts).toEqual([]);
    expect(await scene.rowOf(id)).toMatchObject({
      state: 'sent',
      provider_id: 'wamid.1',
      delivery: 'delivered',
    });
  });
});

describe('while WhatsApp takes none', () => {
  const later: WhatsAppOutcome = { outcome: 'later', code: '130429' };

  test('what somebody waits for goes by SMS', async () => {
    scene.answer.outcome = later;
    await scene.run(await scene.queued());
    expect(scene.texts).toEqual([code.text]);
  });

  test('what nobody waits for is offered three times, then it goes by SMS', async () => {
    scene.answer.outcome = later;
    const id = await scene.queued({ sms: link, isUrgent: false });
    const tried = (tries: number) =>
      scene.product.deps.db.updateTable('message').set({ tries }).where('id', '=', id).execute();
    await tried(1);
    await expect(scene.run(id)).rejects.toThrow('130429');
    expect(await scene.rowOf(id)).toMatchObject({ whatsapp: 'wanted' });
    await tried(2);
    await expect(scene.run(id)).rejects.toThrow('130429');
    expect(scene.texts).toEqual([]);
    await tried(3);
    await scene.run(id);
    expect(scene.given).toHaveLength(3);
    expect(scene.texts).toEqual([link.text]);
  });
});

describe('an SMS', () => {
  test('stays one for who has not agreed, and for kinds and countries that are not turned on', async () => {
    const { config } = scene.product.deps;
    await scene.run(await scene.queued({ hasAgreed: false }));
    expect(scene.texts).toEqual([code.text]);
    expect(scene.given).toEqual([]);
    expect(shortMessage(config, 'UY', code, true)).toEqual({ text: code.text });
    const payment = { ...code, template: { ...code.template, kind: 'payment' as const } };
    expect(shortMessage(config, 'AR', payment, true)).toEqual({ text: code.text });
  });
});

test('what a message says is forgotten once it has arrived, outside of the sandbox', async () => {
  const id = await scene.queued();
  await scene.run(id);
  const { config } = scene.product.deps;
  Object.assign(config, { SANDBOX: false });
  await scene.tell(id, 'delivered');
  Object.assign(config, { SANDBOX: true });
  const row = await scene.product.deps.db
    .selectFrom('message')
    .select('body')
    .where('id', '=', id)
    .executeTakeFirst();
  expect(row?.body).toBeNull();
});

test('a release of before sends what waits as an SMS, once', async () => {
  const id = await scene.queued();
  await scene.run(id);
  // It knows no WhatsApp: to it this is a message that is not sent yet.
  const row = await scene.product.deps.db
    .selectFrom('message')
    .selectAll()
    .where('id', '=', id)
    .where(sql<boolean>`${messageRows.isOpen}`)
    .executeTakeFirstOrThrow();
  expect(row.body && openBody(scene.product.deps.vault, row.body).text).toBe(code.text);
  await scene.product.deps.db
    .updateTable('message')
    .set({ state: 'sent', due_at: null, provider_id: 'SM-old', body: null })
    .where('id', '=', id)
    .execute();
  await scene.tell(id, 'failed');
  expect(await scene.rowOf(id)).toMatchObject({ state: 'sent', provider_id: 'SM-old', due_in: null });
});
