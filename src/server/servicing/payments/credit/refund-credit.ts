import { paths } from '../../../../contract/paths.ts';
import { creditRefundedEmail } from '../../../../countries/messages/credit-messages.ts';
import { localDate } from '../../../../countries/local-time.ts';
import { creditRefunded } from '../../../../domain/ledger.ts';
import { formatMoney, negate, type Centavos } from '../../../../domain/money.ts';
import { writeTo } from '../../../customers/letters/service.ts';
import type { BookingDependencies, Dependencies } from '../../../dependencies.ts';
import { receivePayment } from '../../../loans/books/service.ts';
import { post } from '../../../loans/ledger/service.ts';
import { CREDIT_REFUND, lockedLoan, openPaymentsOn } from '../../../loans/service.ts';
import { transaction } from '../../../platform/database.ts';
import { recordEvent } from '../../../platform/events.ts';
import { refundable } from '../refunds/contradicted.ts';

/** Credit that staff transferred to an account in the customer's name. */
interface CreditRefund {
  /** Public id of the loan that holds the credit. */
  readonly loanId: string;
  /** Above zero, centavos. */
  readonly amount: Centavos;
  /** Transfer's own reference; repeating it changes nothing. */
  readonly reference: string;
}

type RefundOutcome = 'refunded' | 'known' | 'contradicted' | 'unknown-loan' | 'too-much' | 'payment-open';

/**
 * Records a refund of credit: it no longer pays instalments, and the customer is notified. @returns `known`
 * for a reference recorded before, `contradicted` if with another loan or amount; `unknown-loan`; `too-much`
 * for more than is held; `payment-open` while an open payment's amount depends on the credit
 */
export function refundCredit(
  deps: BookingDependencies & Pick<Dependencies, 'db'>,
  { loanId, amount, reference }: CreditRefund,
): Promise<RefundOutcome> {
  return transaction(deps.db, async (tx) => {
    const row = await tx.selectFrom('loan').select('id').where('public_id', '=', loanId).executeTakeFirst();
    if (!row) return 'unknown-loan';
    const loan = await lockedLoan(tx, row.id);
    const { country, currency, customerId, id } = loan;
    const at = deps.clock.now();
    const valueDate = localDate(at, country);
    const known = await tx
      .selectFrom('payment')
      .select(['loan_id', 'amount'])
      .where('source', '=', CREDIT_REFUND)
      .where('reference', '=', reference)
      .executeTakeFirst();
    if (known) return known.loan_id === id && known.amount === negate(amount) ? 'known' : 'contradicted';
    if (openPaymentsOn(loan.openPayments, valueDate).size > 0) return 'payment-open';
    if (amount > (await refundable(tx, loan, valueDate)).amount) return 'too-much';
    const leg = {
      loanId: id,
      amount: negate(amount),
      source: CREDIT_REFUND,
      reference,
      valueDate,
      instalments: [],
    };
    await receivePayment(tx, deps, leg);
    const entries = creditRefunded(amount);
    await post(tx, {
      country,
      currency,
      kind: 'credit-refunded',
      loanId: id,
      customerId,
      valueDate,
      at,
      entries,
    });
    await recordEvent(tx, {
      at,
      country,
      kind: 'credit-refunded',
      customerId,
      loanId: id,
      detail: { amount },
    });
    await writeTo(tx, deps, customerId, ({ sender, firstName, site }) =>
      creditRefundedEmail(sender, {
        firstName,
        amount: formatMoney(amount, currency),
        short: undefined,
        url: site + paths.statement(loanId),
      }),
    );
    return 'refunded';
  });
}
