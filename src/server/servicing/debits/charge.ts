import { paths } from '../../../contract/paths.ts';
import { debitApprovedEmail, debitDeclinedEmail } from '../../../countries/messages/debit-messages.ts';
import { cardName } from '../../../countries/identifiers/cards.ts';
import { COUNTRIES } from '../../../countries/countries.ts';
import { packOf } from '../../../countries/index.ts';
import { localDate } from '../../../countries/local-time.ts';
import { formatDate } from '../../../domain/calendar-date.ts';
import { centavos, formatMoney } from '../../../domain/money.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { ChargeAnswer } from '../../integrations/card-payments/port.ts';
import type { PaymentUse } from '../../loans/books/service.ts';
import { lockLoans } from '../../loans/service.ts';
import { enqueueMessages } from '../../messages/service.ts';
import { creditFacts, settleDebits } from '../payments/service.ts';
import { transaction, type Tx } from '../../platform/database.ts';
import { recordEvents } from '../../platform/events.ts';
import { publicUrlOf } from '../../platform/public-url.ts';
import { contactsOf } from '../../customers/preferences/service.ts';
import { chargingDebits, claimResend, markSettled, openDebitIds, type ChargingDebit } from './queries.ts';

export const debitQueue = 'instalment-debit';
export interface DebitJob {
  readonly debitId: number;
}

/**
 * A debit of which nothing was heard is asked for after this long: longer than the gateway may take, so that
 * 'no such charge' means that there will be none. Real time.
 */
const askAfterSeconds = 60;

/** Has debits asked for later; those settled by then are left alone. */
function askLater(tx: Tx, { jobs }: Pick<Dependencies, 'jobs'>, ids: readonly number[]): Promise<void> {
  return jobs.sendMany(
    tx,
    debitQueue,
    ids.map((debitId) => ({ debitId }) satisfies DebitJob),
    { afterSeconds: askAfterSeconds },
  );
}

/** Charges reserved debits and books what came of them; those without a final answer wait to be asked for. */
export async function chargeAndSettle(deps: Dependencies, ids: readonly number[]): Promise<void> {
  const debits = await chargingDebits(deps.db, ids);
  const answers = new Map<number, ChargeAnswer>();
  const queue = debits.values();
  await Promise.all(
    Array.from({ length: Math.min(debits.length, deps.config.CARD_CONCURRENCY) }, async () => {
      for (const debit of queue) {
        const answer = await charge(deps, debit);
        if (answer !== undefined && isFinal(answer)) answers.set(debit.id, answer);
      }
    }),
  );
  await settle(deps, answers);
  const unknown = ids.filter((id) => !answers.has(id));
  if (unknown.length > 0) await transaction(deps.db, (tx) => askLater(tx, deps, unknown));
}

function isFinal({ state }: ChargeAnswer): boolean {
  return state === 'approved' || state === 'declined';
}

/** @returns undefined when the outcome is not known */
async function charge(deps: Dependencies, debit: ChargingDebit): Promise<ChargeAnswer | undefined> {
  const { reference, brand, bin, amount, currency } = debit;
  try {
    return await deps.ports.cardPayments.charge({
      reference,
      card: { kind: 'stored', token: debit.stored_token, customerId: debit.customer_id },
      brand,
      bin,
      currency,
      amount: centavos(amount),
    });
  } catch (error) {
    deps.log.error({ err: error, debitId: debit.id }, 'debit without an answer');
    return undefined;
  }
}

/**
 * Asks the gateway what became of a debit. One it has never heard of is charged now, under the same reference:
 * the process that should have done so is gone.
 * @throws while there is no final answer, so that the job asks again
 */
export async function askForDebit(deps: Dependencies, debitId: number): Promise<void> {
  const [debit] = await chargingDebits(deps.db, [debitId]);
  if (!debit) return;
  if (debit.sent_seconds_ago < askAfterSeconds) throw new Error('the debit is being charged');
  const { cardPayments } = deps.ports;
  let answer = await cardPayments.query(debit.reference);
  if (answer.state === 'not-found') {
    if (!(await claimResend(deps.db, debit, askAfterSeconds))) throw new Error('the debit is being charged');
    answer = (await charge(deps, debit)) ?? answer;
    // A gateway that refuses a reference it has taken after all, says so in the words of a refusal.
    if (answer.state === 'declined') {
      const known = await cardPayments.query(debit.reference);
      if (known.state !== 'not-found') answer = known;
    }
  }
  if (!isFinal(answer)) throw new Error('the card gateway has not decided yet');
  await settle(deps, new Map([[debit.id, answer]]));
}

/** Enqueues every debit without a final answer: what a lost queue or exhausted retries left behind goes on. */
export async function resumeDebits(deps: Pick<Dependencies, 'db' | 'jobs'>): Promise<void> {
  for (let last = 0; ;) {
    const ids = await openDebitIds(deps.db, last, 1000);
    const final = ids.at(-1);
    if (final === undefined) return;
    last = final;
    await transaction(deps.db, (tx) => askLater(tx, deps, ids));
  }
}

/** Applies final answers, each once: payment, ledger, state and message are one transaction. */
async function settle(deps: Dependencies, answers: ReadonlyMap<number, ChargeAnswer>): Promise<void> {
  if (answers.size === 0) return;
  await transaction(deps.db, async (tx) => {
    const ids = Array.from(answers.keys());
    // Loans first, as everybody who books does.
    const seen = await chargingDebits(tx, ids);
    await lockLoans(
      tx,
      seen.map(({ loan_id }) => loan_id),
    );
    const debits = await chargingDebits(tx, ids, 'locked');
    if (debits.length === 0) return;
    const settled = debits.map((debit) => {
      const answer = answers.get(debit.id);
      const isApproved = answer?.state === 'approved';
      return { debit, id: debit.id, isApproved, providerId: answer?.providerId ?? '' };
    });
    const uses = await settleDebits(
      tx,
      deps,
      settled.map(({ debit, isApproved }) => ({
        country: debit.country,
        currency: debit.currency,
        loanId: debit.loan_id,
        instalment: debit.instalment,
        amount: centavos(debit.amount),
        reference: debit.reference,
        requestId: debit.request_id,
        dueDate: debit.due_date,
        pricedOn: localDate(debit.changed_at, debit.country),
        paidOn: localDate(debit.changed_at, debit.country),
        isApproved,
      })),
    );
    await markSettled(tx, settled, deps.clock.now());
    await recordEvents(
      tx,
      settled.map(({ debit, isApproved }) => ({
        at: deps.clock.now(),
        country: debit.country,
        kind: isApproved ? 'debit-approved' : 'debit-declined',
        customerId: debit.customer_id,
        loanId: debit.loan_id,
        detail: { instalment: debit.instalment, amount: debit.amount },
      })),
    );
    await tell(tx, deps, settled, uses);
  });
}

async function tell(
  tx: Tx,
  deps: Dependencies,
  settled: readonly { readonly debit: ChargingDebit; readonly isApproved: boolean }[],
  uses: ReadonlyMap<string, PaymentUse>,
): Promise<void> {
  const contacts = await contactsOf(
    tx,
    deps,
    settled.map(({ debit }) => debit.customer_id),
  );
  for (const country of COUNTRIES) {
    const sender = { brand: deps.config.BRAND, pack: packOf(country) };
    const url = publicUrlOf(deps.config, country) + paths.accountStatus();
    const messages = settled.flatMap(({ debit, isApproved }) => {
      const contact = contacts.get(debit.customer_id);
      if (!contact || debit.country !== country) return [];
      const facts = {
        firstName: contact.firstName,
        number: debit.instalment,
        count: debit.instalment_count,
        amount: formatMoney(centavos(debit.amount), sender.pack.currency),
        dueDate: formatDate(debit.due_date),
        card: cardName(debit.brand, debit.last_four),
        url,
      };
      const paidOn = formatDate(localDate(debit.changed_at, country));
      const use = uses.get(debit.reference);
      const wasPaid = use?.needed === 0;
      const letter = isApproved
        ? debitApprovedEmail(sender, {
            ...facts,
            paidOn,
            wasPaid,
            credit: creditFacts(use, sender.pack.currency),
          })
        : debitDeclinedEmail(sender, facts);
      return [{ channel: 'email' as const, to: contact.email, ...letter }];
    });
    await enqueueMessages(tx, deps, country, messages);
  }
}
