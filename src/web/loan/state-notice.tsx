import { paths } from '../../contract/paths.ts';
import type { CountryPack } from '../../countries/country-pack.ts';
import { Button } from '../../ui/button.tsx';
import { Notice, type Tone } from '../../ui/tag.tsx';
import { useCountry } from '../country.tsx';
import { useGo } from '../shell/use-go.ts';
import { identityTexts } from './identity-texts.ts';
import { IdentityNotice } from './identity-notice.tsx';
import css from './loan.module.css';
import { PausedNotice } from './paused-notice.tsx';
import type { Loan, LoanState } from './loan-query.ts';
import { withdrawnTitle } from './return-notice.tsx';
import {
  cashTexts,
  loanTexts,
  notDeliveredTexts,
  payoutFailedTexts,
  stateTexts,
  waitingTexts,
  withdrawnTexts,
} from './texts.ts';

const tones: Record<LoanState, Tone> = {
  send: 'off',
  preapproved: 'off',
  approved: 'good',
  finished: 'good',
  // Nothing is owed, and often it is the person who cancelled.
  canceled: 'off',
};

/** Meaning of a loan's state, and the date of its money. */
export function StateNotice({
  loan: {
    id,
    state_slug,
    delivery_type,
    arrival,
    withdrawal,
    payout_failed,
    not_delivered,
    paused,
    identity,
  },
}: {
  loan: Loan;
}) {
  const isWaiting = arrival?.state === 'waiting';
  const isCollected = state_slug === 'approved' && delivery_type !== 'bank-transfer';
  const { title, text } = payout_failed
    ? payoutFailedTexts
    : not_delivered
      ? notDeliveredTexts
      : {
          ...stateTexts[state_slug],
          ...(isWaiting && waitingTexts),
          ...(isCollected && { title: cashTexts.title }),
        };
  if (state_slug === 'canceled' && withdrawal) {
    const words = withdrawal.state === 'returned' ? withdrawnTexts.returned : withdrawnTexts.canceled;
    return (
      <div role="status">
        <Notice tone="good" title={withdrawnTexts.noticeTitle}>
          {words(withdrawal.code)}
        </Notice>
      </div>
    );
  }
  if (identity) return <IdentityNotice identity={identity} loanId={id} />;
  const saysWhen = arrival !== null && state_slug !== 'finished' && state_slug !== 'canceled';
  return (
    <div role="status" className={css.notices}>
      <Notice tone={isWaiting ? 'late' : tones[state_slug]} title={title}>
        {saysWhen ? `${text} ${arrival.sentence}` : text}
      </Notice>
      {paused && <PausedNotice />}
    </div>
  );
}

/** A loan's state as a page's title. */
export function loanTitle(loan: Loan): string {
  const { state_slug, payout_failed, identity, arrival } = loan;
  const withdrawn = withdrawnTitle(loan);
  if (withdrawn !== undefined) return withdrawn;
  if (payout_failed) return payoutFailedTexts.title;
  if (state_slug === 'canceled') return loanTexts.canceledTitle;
  if (state_slug === 'approved' || state_slug === 'finished') return loanTexts.outTitle;
  if (identity) return identityTexts.checking;
  return arrival?.state === 'waiting' ? loanTexts.waitingTitle : loanTexts.title;
}

/** The step of the application that asks where the money goes; it leads on to the review. */
export const correctionPath = ({ applicationSteps }: CountryPack): string =>
  applicationSteps.some(({ name }) => name === 'delivery') ? paths.delivery() : paths.bank();

export function CorrectAccount() {
  const go = useGo();
  const pack = useCountry();
  return (
    <Button wide onClick={() => go.to(correctionPath(pack))}>
      {payoutFailedTexts.correct}
    </Button>
  );
}
