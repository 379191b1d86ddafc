import { paths } from '../../../contract/paths.ts';
import { arrivalOf, arrivalSentence } from '../../../countries/arrival.ts';
import { packOf } from '../../../countries/index.ts';
import { payableUntil } from '../../../countries/law/payable-until.ts';
import { loanConfirmedEmail } from '../../../countries/messages/messages.ts';
import { formatDate } from '../../../domain/calendar-date.ts';
import { add, formatMoney, type Centavos } from '../../../domain/money.ts';
import type { Plan } from '../../../domain/pricing.ts';
import { formatPercentExact } from '../../../domain/rate.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { OutgoingMessage } from '../../messages/service.ts';
import type { Applicant } from './applicant.ts';

interface ConfirmedLoan {
  readonly publicId: string;
  readonly baseUrl: string;
  /** The lender keeps pay-outs back just now. */
  readonly isWaiting: boolean;
  /** Somebody looks at the photos first. */
  readonly isHeld: boolean;
  /** Undefined without a membership. */
  readonly membershipPrice: Centavos | undefined;
}

/** The confirmation, with its figures. */
export function confirmedMessage(
  deps: Pick<Dependencies, 'clock' | 'config' | 'holidays'>,
  applicant: Applicant,
  plan: Plan,
  { publicId, baseUrl, isWaiting, isHeld, membershipPrice }: ConfirmedLoan,
): OutgoingMessage {
  const pack = packOf(applicant.country);
  const { tna, tea, cfteaActual365 } = plan.rates;
  const now = deps.clock.now();
  const known = (at: Date) => deps.holidays.knownAt(pack.code, at);
  const arrival = arrivalOf({ confirmedAt: now, isWaiting }, now, pack, known);
  const money = (amount: Centavos) => formatMoney(amount, pack.currency);
  const message = loanConfirmedEmail(
    { brand: deps.config.BRAND, pack },
    {
      firstName: applicant.firstName,
      amount: money(plan.principal),
      delivered: plan.amountDelivered === plan.principal ? undefined : money(plan.amountDelivered),
      membership:
        membershipPrice === undefined
          ? undefined
          : { price: money(membershipPrice), total: money(add(plan.finalAmount, membershipPrice)) },
      url: baseUrl + paths.loan(publicId),
      instalments: plan.instalments,
      payment: money(plan.payment),
      finalAmount: money(plan.finalAmount),
      firstDueDate: formatDate(plan.firstDueDate),
      firstPayableUntil: formatDate(payableUntil(pack.code, plan.firstDueDate, known(now))),
      arrival: isHeld ? undefined : arrivalSentence(arrival),
      rate: formatPercentExact(pack.tasaSigla === 'TNA' ? tna : tea),
      totalCost: formatPercentExact(cfteaActual365),
    },
  );
  return { channel: 'email', to: applicant.email, customerId: applicant.id, ...message };
}
