import { same } from '../difference.ts';
import { askedOf, pickOf, type Actor, type Play } from '../play.ts';
import { callOnce } from '../product/calls.ts';
import { strangerOf, type Try, twistOf } from './command.ts';
import { codeOf } from './loans.ts';
import { saidOf } from './money.ts';

const CARD = 'debit-card';

/** Security codes of the stand-in, and what it does with them. */
const codes = {
  '123': 200,
  '999': 'card_declined',
  '998': 'card_declined',
  '997': 'payment_in_progress',
} as const;
const tried = ['123', '123', '123', '123', '999', '998', '997', '997'] as const;

/** A payment is made on the page for cards: approved, declined, or with an answer that is lost. */
export const payByCard: Try = async (play, actor, command) => {
  const { pick } = command;
  const all = askedOf(actor).filter(({ request }) => request.method === CARD);
  const open = all.filter(({ loan, request }) => loan.stateOf(request, play.day) === 'open');
  const asked = pickOf(open.length > 0 && pick % 5 > 0 ? open : all.slice(-4), pick >> 3);
  if (!asked) return undefined;
  const { loan, request } = asked;
  const state = loan.stateOf(request, play.day);
  const code = pickOf(tried, pick >> 6) ?? '123';
  const answer = await callOnce(
    play,
    actor,
    'POST /api/v3/debit-payment',
    {
      // Its page stays open to whoever was given its address.
      ...((request.isStrangers || pick % 4 === 0) && { by: strangerOf(command) }),
      body: {
        card_type: 'debit',
        brand: 'visa',
        number: '4507990000004905',
        holder: 'ANA PRUEBA',
        expiration_date: '1289',
        cvv: code,
        hash: request.hash,
      },
    },
    // The same key while its first try is being answered is told so; that has tests of its own.
    code === '123' && state === 'open' ? twistOf(command) : 'once',
  );
  const refusal = state === 'charging' ? 'payment_in_progress' : 'payment_closed';
  same('the answer to a payment by card', state === 'open' ? codes[code] : refusal, codeOf(answer));
  if (state !== 'open') return refusal;
  if (code === '997') {
    request.state = 'charging';
    request.chargedOn = play.day;
  }
  if (code === '123') await hear(play, actor, asked);
  return code === '123' ? 'approved' : code === '997' ? 'answer lost' : 'declined';
};

type Asked = ReturnType<typeof askedOf>[number];

/** The gateway's number of the payment is the product's to choose. */
async function hear(play: Play, actor: Actor, { loan, request }: Asked): Promise<void> {
  const row = await play.product.deps.db
    .selectFrom('payment_report')
    .select(['report_id', 'amount'])
    .where('request_reference', '=', request.reference)
    .where('source', '=', 'card')
    .where('outcome', 'not in', ['reversed', 'refunded'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  same('what a card was charged', request.amount, row?.amount);
  const paidOn = request.chargedOn ?? play.day;
  const report = { source: 'card', id: row?.report_id ?? '', amount: request.amount, paidOn };
  actor.model.receive(loan, request, report, play.day);
  saidOf(actor).push({ loan, request, report });
}

/** What became of charges whose answers were lost: the money had been taken. */
export async function hearOfCards(play: Play, actor: Actor): Promise<void> {
  for (const asked of askedOf(actor).filter(({ request }) => request.chargedOn !== undefined)) {
    await hear(play, actor, asked);
    asked.request.chargedOn = undefined;
  }
}
