import { paths } from '../../../contract/paths.ts';
import { arrivalOf, arrivalSentence } from '../../../countries/arrival.ts';
import { packOf } from '../../../countries/index.ts';
import { loanConfirmedEmail } from '../../../countries/messages/messages.ts';
import { formatDate } from '../../../domain/calendar-date.ts';
import { formatMoney } from '../../../domain/money.ts';
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
}

/** The confirmation, with its figures. */
export function confirmedMessage(
  deps: Pick<Dependencies, 'clock' | 'config' | 'holidays'>,
  applicant: Applicant,
  plan: Plan,
  { publicId, baseUrl, isWaiting, isHeld }: ConfirmedLoan,
): OutgoingMessage {
  const pack = packOf(applicant.country);
  const { tna, tea } = plan.rates;
  const now = deps.clock.now();
  const known = (at: Date) => deps.holidays.knownAt(pack.code, at);
  const arrival = arrivalOf({ confirmedAt: now, isWaiting }, now, pack, known);
  const message = loanConfirmedEmail(
    { brand: deps.config.BRAND, pack },
    {
      firstName: applicant.firstName,
      amount: formatMoney(plan.principal, pack.currency),
      url: baseUrl + paths.loan(publicId),
      instalments: plan.instalments,
      payment: formatMoney(plan.payment, pack.currency),
      finalAmount: formatMoney(plan.finalAmount, pack.currency),
      firstDueDate: formatDate(plan.firstDueDate),
      arrival: isHeld ? undefined : arrivalSentence(arrival),
      rate: formatPercentExact(pack.tasaSigla === 'TNA' ? tna : tea),
    },
  );
  return { channel: 'email', to: applicant.email, customerId: applicant.id, ...message };
}
