import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signedHeaders, startWhatsAppScene, webhook, type WhatsAppScene } from './testing/whatsapp-scene.ts';

let scene: WhatsAppScene;
beforeAll(async () => {
  scene = await startWhatsAppScene();
});
afterAll(() => scene.product.close());
beforeEach(() => scene.reset());

describe('notifications', () => {
  test('that WhatsApp has not signed are refused and change nothing', async () => {
    const id = await scene.queued();
    await scene.run(id);
    expect((await scene.tell(id, 'delivered', { secret: 'other' })).body.code).toBe('signature');
    expect(await scene.rowOf(id)).toMatchObject({ state: 'queued', delivery: '' });
    const bare = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
    expect((await scene.product.raw(webhook, bare)).body.code).toBe('signature');
  });

  test('of an SMS, of nobody, and of another message than the one that was taken change nothing', async () => {
    const sms = await scene.queued({ hasAgreed: false });
    await scene.run(sms);
    expect((await scene.tell(sms, 'failed')).status).toBe(200);
    expect((await scene.tell(999_999_999, 'delivered')).status).toBe(200);
    expect(await scene.rowOf(sms)).toMatchObject({ state: 'sent', delivery: '', whatsapp: '' });
    const id = await scene.queued();
    await scene.run(id);
    await scene.tell(id, 'delivered', { id: 'wamid.other' });
    expect(await scene.rowOf(id)).toMatchObject({ state: 'queued', delivery: '' });
  });

  test('may be large', async () => {
    const body = JSON.stringify({ entry: [], filling: 'x'.repeat(500_000) });
    const init = { method: 'POST', headers: signedHeaders(body), body };
    expect((await scene.product.raw(webhook, init)).status).toBe(200);
  });

  test('are asked for with a word that only WhatsApp and the product know', async () => {
    const ask = (token: string) => {
      const query = { 'hub.mode': 'subscribe', 'hub.verify_token': token, 'hub.challenge': '1158201444' };
      return scene.product.raw(`${webhook}?${new URLSearchParams(query).toString()}`);
    };
    const answer = await ask('sandbox-verify-token');
    expect(answer.status).toBe(200);
    expect(answer.body).toBe('1158201444');
    expect((await ask('another')).body.code).toBe('signature');
  });
});
