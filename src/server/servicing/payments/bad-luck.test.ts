import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { centavos } from '../../../domain/money.ts';
import { trialBalance } from '../../loans/ledger/service.ts';
import { loanByPublicId } from '../../loans/service.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { expectOrders, randomOrders } from '../../testing/property.ts';
import { BookModel } from './testing/book-model.ts';
import { borrower } from './testing/borrower.ts';
import { Story } from './testing/story.ts';

let product: TestProduct;
beforeAll(async () => {
  // The clock jumps by weeks: sessions outlive that here.
  product = await startProduct({
    settings: { ROLE: 'api', SESSION_IDLE_HOURS: '99000', SESSION_MAX_DAYS: '3650' },
  });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

const steps = [
  'ask',
  'ask',
  'ask-burst',
  'early',
  'early',
  'settle',
  'settle',
  'settle-other',
  'file',
  'reject',
  'drop',
  'reverse',
  'refund',
  'refund',
  'overtake',
  'time-out',
  'hearsay',
  'clock',
] as const;
type Step = { readonly what: (typeof steps)[number]; readonly pick: number; readonly share: number };

async function act(story: Story, { what, pick, share }: Step): Promise<void> {
  if (what === 'ask') return void (await story.ask(pick));
  if (what === 'ask-burst') return void (await story.ask(pick, 4));
  if (what === 'early') return story.askEarly(pick, share);
  if (what === 'overtake') return story.overtake(pick);
  if (what === 'time-out') return story.timeOut();
  if (what === 'clock') {
    const body = { advance: `P${1 + (pick % 25)}D` };
    return void (await product.call('POST /sandbox/clock', { body }));
  }
  const { asked } = story.model;
  const request = asked[pick % Math.max(1, asked.length)];
  if (request === undefined) return;
  const other = Math.max(1, Math.round(request.amount * share));
  if (what === 'settle') return story.settle(request, request.amount);
  if (what === 'settle-other') return story.settle(request, other);
  if (what === 'reject') return story.reject(request);
  if (what === 'drop') return story.drop(request);
  if (what === 'reverse') return story.reverse(request);
  if (what === 'refund') return story.refund(request, share);
  if (request.method !== 'mercado-pago') return story.file(request, request.amount);
  return story.hearsay(request);
}

/** An expired payment is refused by its network, and given up, before and after its instalments were asked for again. */
const afterItsEnd: Step[] = (
  [
    ['ask', 1],
    ['clock', 19],
    ['reject', 0],
    ['overtake', 0],
    ['reject', 0],
    ['drop', 0],
  ] as const
).map(([what, pick]) => ({ what, pick, share: 1 }));

/** Money in favour arrives on a day after the one on which a payment in progress was priced. */
const creditAfterPrice: Step[] = (
  [
    ['ask', 3],
    ['clock', 0],
    ['ask', 1],
    ['file', 1],
    ['settle-other', 1],
  ] as const
).map(([what, pick]) => ({ what, pick, share: 1.5 }));

test(
  'after any faults in any order, debt, states and ledger are those of the list of money that counts',
  randomOrders,
  async () => {
    const step = fc.record({
      what: fc.constantFrom(...steps),
      pick: fc.nat({ max: 1000 }),
      share: fc.double({ min: 0.05, max: 1.6, noNaN: true }),
    });
    const unmatched = async () =>
      (await trialBalance(product.deps.db, 'ARS')).get('unidentified-payments') ?? centavos(0);
    await expectOrders(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16 }), async (sequence) => {
        const one = await borrower(product, 'AR', 4);
        const row = await loanByPublicId(product.deps.db, 'AR', one.publicId);
        const story = new Story(product, one, new BookModel(row!.conditions));
        for (const each of sequence) {
          await act(story, each);
          await story.compare();
        }
        expect(await unmatched()).toBe(0);
      }),
      { examples: [[afterItsEnd], [creditAfterPrice]], runs: 7 },
    );
  },
);
