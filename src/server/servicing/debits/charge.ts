import { paths } from '../../../contract/paths.ts';
import {
  debitApprovedEmail,
  debitDeclinedEmail,
  type AfterDeclined,
} from '../../../countries/messages/debit-messages.ts';
import { cardName } from '../../../countries/identifiers/cards.ts';
import { COUNTRIES } from '../../../countries/countries.ts';
import { packOf } from '../../../countries/index.ts';
import { localDate } from '../../../countries/local-time.ts';
import { formatDate } from '../../../domain/calendar-date.ts';
import { centavos, formatMoney } from '../../../domain/money.ts';
import type { Charge, ChargePurpose } from '../../charges/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { PaymentUse } from '../../loans/books/service.ts';
import { loansById, lockLoans, standingOf, type Loan } from '../../loans/service.ts';
import { enqueueMessages } from '../../messages/service.ts';
import { creditFacts, settleDebits } from '../payments/service.ts';
import type { Tx } from '../../platform/database.ts';
import { recordEvents } from '../../platform/events.ts';
import { publicUrlOf } from '../../platform/public-url.ts';
import { contactsOf } from '../../customers/preferences/service.ts';
import { debitsToSettle, loansOfDebits, markSettled, type ChargedDebit } from './queries.ts';

export const debitCharges: ChargePurpose = {
  purpose: 'instalment',
  async lock(tx, charges) {
    await lockLoans(tx, await loansOfDebits(tx, subjectsOf(charges)));
  },
  approved: (tx, deps, charges) => book(tx, deps, charges, true),
  declined: (tx, deps, charges) => book(tx, deps, charges, false),
};

const subjectsOf = (charges: readonly Charge[]) => charges.map(({ subject }) => subject);

/** Books payment, ledger, state and message for the final results in `charges`. */
async function book(
  tx: Tx,
  deps: Dependencies,
  charges: readonly Charge[],
  isApproved: boolean,
): Promise<void> {
  // A late approval overrides an earlier decline.
  const before = isApproved ? (['charging', 'declined'] as const) : (['charging'] as const);
  const debits = await debitsToSettle(tx, subjectsOf(charges), before);
  if (debits.length === 0) return;
  const uses = await settleDebits(
    tx,
    deps,
    debits.map((debit) => ({
      country: debit.country,
      currency: debit.currency,
      loanId: debit.loan_id,
      instalment: debit.instalment,
      amount: centavos(debit.amount),
      reference: debit.reference,
      requestId: debit.request_id,
      paidOn: localDate(debit.charged_at, debit.country),
    })),
    isApproved,
  );
  const now = deps.clock.now();
  const ids = debits.map(({ id }) => id);
  await markSettled(tx, ids, isApproved ? 'approved' : 'declined', now);
  await recordEvents(
    tx,
    debits.map((debit) => ({
      at: now,
      country: debit.country,
      kind: isApproved ? 'debit-approved' : 'debit-declined',
      customerId: debit.customer_id,
      loanId: debit.loan_id,
      detail: { instalment: debit.instalment, amount: debit.amount },
    })),
  );
  await tell(tx, deps, debits, isApproved, uses);
}

async function tell(
  tx: Tx,
  deps: Dependencies,
  debits: readonly ChargedDebit[],
  isApproved: boolean,
  uses: ReadonlyMap<string, PaymentUse>,
): Promise<void> {
  const contacts = await contactsOf(
    tx,
    deps,
    debits.map((debit) => debit.customer_id),
  );
  const now = deps.clock.now();
  const declined = isApproved
    ? []
    : await loansById(tx, Array.from(new Set(debits.map(({ loan_id }) => loan_id))));
  const loans = new Map(declined.map((loan) => [loan.id, loan]));
  for (const country of COUNTRIES) {
    const sender = { brand: deps.config.BRAND, pack: packOf(country) };
    const url = publicUrlOf(deps.config, country) + paths.accountStatus();
    const messages = debits.flatMap((debit) => {
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
      const paidOn = formatDate(localDate(debit.charged_at, country));
      const use = uses.get(debit.reference);
      const wasPaid = use?.needed === 0;
      const letter = isApproved
        ? debitApprovedEmail(sender, {
            ...facts,
            paidOn,
            wasPaid,
            credit: creditFacts(use, sender.pack.currency),
          })
        : debitDeclinedEmail(sender, { ...facts, now: afterDeclined(debit, loans.get(debit.loan_id), now) });
      return [{ channel: 'email' as const, to: contact.email, ...letter }];
    });
    await enqueueMessages(tx, deps, country, messages);
  }
}

function afterDeclined(debit: ChargedDebit, loan: Loan | undefined, now: Date): AfterDeclined {
  const until = formatDate(debit.payable_until);
  const standing =
    loan && standingOf(loan, now).instalments.find(({ number }) => number === debit.instalment);
  if (!standing || standing.toPay === 0) return { kind: 'paid' };
  if (debit.payable_until >= localDate(now, debit.country)) return { kind: 'in-time', until };
  return { kind: 'late', until, owed: formatMoney(standing.toPay, debit.currency) };
}
