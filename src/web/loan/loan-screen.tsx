import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { paths } from '../../contract/paths.ts';
import { ArrivalRules } from '../arrival/arrival-notice.tsx';
import { later } from '../later.tsx';
import { useProfile } from '../profile.ts';
import { DelayNotice } from '../shell/delay-notice.tsx';
import { usePathParam } from '../router/context.ts';
import { Screen, ScreenSkeleton } from '../shell/screen.tsx';
import { useGo } from '../shell/use-go.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { LoanContact } from './loan-contact.tsx';
import { LoanFailed } from '../finish/finish-error.tsx';
import { LoanProgress } from './loan-progress.tsx';
import { type Loan, loanQuery } from './loan-query.ts';
import { LoanSummary } from './loan-summary.tsx';
import { LoanPapers } from './loan-papers.tsx';
import { ReturnNotice, hasToReturn } from './return-notice.tsx';
import { useSelfService } from './self-service.ts';
import { CorrectAccount, loanTitle, StateNotice } from './state-notice.tsx';
import { loanTexts as texts } from './texts.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { ModifyDialog } from './modify-dialog.tsx';

const ReplacedNote = later<{ loanId: string; balance: string }, 'ReplacedNote'>(
  () => import('../changes/agreed-note.tsx'),
  'ReplacedNote',
  {
    lost: () => undefined,
  },
);

/**
 * Modify and cancel are there only before the money can be on its way
 * (docs/product/confirmation.md#modify-and-cancel).
 */
function isChangeable({ state_slug, has_cancel_from_the_client }: Loan): boolean {
  return state_slug === 'send' || (state_slug === 'preapproved' && has_cancel_from_the_client);
}

/** The two buttons with their dialogs. */
function CancelActions({ loan }: { loan: Loan }) {
  const [opened, setOpened] = useState<'modify' | 'cancel' | null>(null);
  if (!isChangeable(loan)) return null;
  const close = () => setOpened(null);
  return (
    <>
      <Button wide kind="ghost" onClick={() => setOpened('modify')}>
        {texts.modify}
      </Button>
      <Button wide kind="danger" onClick={() => setOpened('cancel')}>
        {texts.cancel}
      </Button>
      {opened === 'modify' && <ModifyDialog id={loan.id} onClose={close} />}
      {opened === 'cancel' && <CancelDialog id={loan.id} onClose={close} />}
    </>
  );
}

/** Loan view (docs/product/confirmation.md#loan-view); a paid-out loan is managed in the self-service area. */
export function LoanScreen() {
  return <LoanOf isOld={false} />;
}

/** The older view, which shows a loan in every state. */
export function OldLoanScreen() {
  return <LoanOf isOld />;
}

function LoanOf({ isOld }: { isOld: boolean }) {
  const id = usePathParam('id');
  const query = useQuery(loanQuery(id));
  if (query.data) return <LoanView loan={query.data} isOld={isOld} />;
  if (query.isError) return <LoanFailed error={query.error} retry={() => void query.refetch()} />;
  return <ScreenSkeleton shapes={['line', 'line', 'line', 'title', 'money', 'line', 'line', 'line']} />;
}

/** A paid-out loan is managed in the self-service area; the older view still shows it. */
function LoanView({ loan, isOld }: { loan: Loan; isOld: boolean }) {
  const { document_number } = useProfile().account_information;
  const selfService = useSelfService();
  const isOut = loan.state_slug === 'approved' || loan.state_slug === 'finished';
  const isOnItsWay = loan.state_slug === 'send' || loan.state_slug === 'preapproved';
  const leave = useEffectEvent(() => selfService(document_number, 'replace'));
  useEffect(() => {
    if (isOut && !isOld) leave();
  }, [isOut, isOld]);
  return (
    <Screen title={loanTitle(loan)}>
      <Card>
        <StateNotice loan={loan} />
        <LoanProgress loan={loan} />
        {isOnItsWay && loan.arrival && loan.arrival.state !== 'waiting' && <ArrivalRules />}
      </Card>
      {isOnItsWay && loan.arrival && <DelayNotice />}
      <ReturnNotice loan={loan} />
      {loan.state_slug === 'approved' && (
        <ReplacedNote loanId={loan.id} balance={paths.balance(document_number)} />
      )}
      <LoanSummary loan={loan} />
      <Actions loan={loan} onAccount={() => selfService(document_number, 'to')} />
    </Screen>
  );
}

function Actions({ loan, onAccount }: { loan: Loan; onAccount: () => void }) {
  const go = useGo();
  const isOut = loan.state_slug === 'approved' || loan.state_slug === 'finished';
  return (
    <Card soft>
      {isOut && (
        <Button wide kind={hasToReturn(loan) ? 'ghost' : 'primary'} onClick={onAccount}>
          {texts.account}
        </Button>
      )}
      {loan.payout_failed && <CorrectAccount />}
      <Button
        wide
        kind={isOut || loan.payout_failed ? 'ghost' : 'primary'}
        onClick={() => go.to(paths.welcome())}
      >
        {texts.back}
      </Button>
      <LoanPapers loan={loan} />
      <LoanContact loan={loan} />
      <CancelActions loan={loan} />
    </Card>
  );
}
