import type { CountryCode } from '../../../countries/country-pack.ts';
import { contactOpens } from '../../../countries/law/contact-terms.ts';
import { CONTACT_CHANNELS, type ContactChannel, type ContactRefusal } from '../../../domain/contact-gate.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Tx } from '../../platform/database.ts';
import { openGate } from '../../servicing/collections/service.ts';
import type { CaseStanding, StandingLoan } from './standing.ts';

export interface GateAnswer {
  readonly channel: ContactChannel;
  /** '' for a contact that is allowed. */
  readonly refused: ContactRefusal | '';
  /** Next instant of the channel's hours for a contact refused by them; '' otherwise. */
  readonly opens_at: string;
}

/** Loan that a contact is about: the one that is late for longest. */
export const worstLoan = ({ loans }: Pick<CaseStanding, 'loans'>): StandingLoan | undefined =>
  loans.toSorted((a, b) => b.standing.daysLate - a.standing.daysLate || a.loan.id - b.loan.id)[0];

/** Answers of the contact gate to staff for each channel now, by customer. Locks the customers. */
export async function gateAnswers(
  tx: Tx,
  deps: Pick<Dependencies, 'clock' | 'holidays'>,
  country: CountryCode,
  { standings, staffId }: { readonly standings: ReadonlyMap<number, CaseStanding>; readonly staffId: number },
): Promise<ReadonlyMap<number, readonly GateAnswer[]>> {
  const loans = [...standings].flatMap(([id, standing]) => {
    const worst = worstLoan(standing);
    return worst ? [[id, worst.loan.id] as const] : [];
  });
  if (loans.length === 0) return new Map();
  const now = deps.clock.now();
  const holidays = deps.holidays.knownAt(country, now);
  const gate = await openGate(tx, deps, country, { loanIds: loans.map(([, loanId]) => loanId), staffId });
  return new Map(
    loans.map(([id, loanId]) => [
      id,
      CONTACT_CHANNELS.map((channel) => {
        const kind = channel === 'call' ? 'call' : 'payment-link';
        const refused = gate.refusalOf({ loanId, channel, kind }) ?? ('' as const);
        const opens = refused === 'hours' ? contactOpens(country, channel, now, holidays) : undefined;
        return { channel, refused, opens_at: opens?.toISOString() ?? '' };
      }),
    ]),
  );
}
