import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { TROUBLED_PROVIDERS, type ProviderMode, type TroubledProvider } from '../../../contract/sandbox.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

const set = (name: TroubledProvider | 'invoicing', mode: string) =>
  product.call('POST /sandbox/providers/{name}', { params: { name }, body: { mode } });
afterEach(async () => {
  for (const name of TROUBLED_PROVIDERS) await set(name, 'ok');
});

/** Outcome of a provider's call while its stand-in is in this mode: 'answered', 'threw', or another outcome. */
async function outcomeOf(name: TroubledProvider, mode: ProviderMode): Promise<string> {
  const { ports } = product.deps;
  const calls: Record<TroubledProvider, () => Promise<unknown>> = {
    sms: () => ports.sms.send('+5491144556677', 'Hola', 1),
    email: () => ports.email.send({ to: 'ana@example.com', subject: 'x', text: 'x', html: 'x' }),
    whatsapp: async () =>
      (
        await ports.whatsapp.send({
          to: '+5491144556677',
          language: 'es_AR',
          content: { kind: 'code', parameters: ['123456'], button: '123456' },
          messageId: 1,
        })
      ).outcome,
    payouts: () => ports.payouts['bank-transfer'].query('none'),
    cards: () => ports.cardPayments.query('none'),
    wallet: () => ports.wallet.paymentsOf('none'),
    bureau: () => ports.bureau.report({ country: 'AR', documentNumber: '32000001', legalNumbers: [] }),
    identity: () => ports.identity.google.verify('sandbox:ana@example.com', 'nonce'),
  };
  await set(name, mode);
  try {
    const answer = await calls[name]();
    return name === 'whatsapp' && answer !== 'taken' ? String(answer) : 'answered';
  } catch (error) {
    return String(error).includes(name) ? 'threw' : String(error);
  }
}

describe.each(TROUBLED_PROVIDERS)('%s', (name) => {
  test('is away, answers garbage, and works again', async () => {
    const isWhatsApp = name === 'whatsapp';
    expect(await outcomeOf(name, 'down')).toBe(isWhatsApp ? 'later' : 'threw');
    expect(await outcomeOf(name, 'garbage')).toBe(isWhatsApp ? 'unknown' : 'threw');
    expect(await outcomeOf(name, 'ok')).toBe('answered');
  });
});

test('all of them are slow', async () => {
  const began = performance.now();
  const outcomes = await Promise.all(TROUBLED_PROVIDERS.map((name) => outcomeOf(name, 'slow')));
  expect(outcomes).toEqual(TROUBLED_PROVIDERS.map(() => 'answered'));
  expect(performance.now() - began).toBeGreaterThan(3_900);
});

test('a mode that a provider does not have is refused, and changes nothing', async () => {
  expect((await set('sms', 'lose-answers')).body.fields.mode).toContain('garbage');
  expect((await set('invoicing', 'garbage')).body.fields.mode).toContain('lose-answers');
  expect((await set('sms', 'x')).status).toBe(422);
});
