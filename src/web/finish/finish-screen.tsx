import { useQuery } from '@tanstack/react-query';
import { paths } from '../../contract/paths.ts';
import { ArrivalRules } from '../arrival/arrival-notice.tsx';
import { LoanContact } from '../loan/loan-contact.tsx';
import { LoanFailed } from './finish-error.tsx';
import { LoanProgress } from '../loan/loan-progress.tsx';
import { type Loan, loanQuery, newestLoanQuery } from '../loan/loan-query.ts';
import { LoanSummary } from '../loan/loan-summary.tsx';
import { LoanPapers } from '../loan/loan-papers.tsx';
import { ReturnNotice, hasToReturn, withdrawnTitle } from '../loan/return-notice.tsx';
import { StateNotice } from '../loan/state-notice.tsx';
import { useLoggedIn } from '../session.ts';
import { DelayNotice } from '../shell/delay-notice.tsx';
import { usePathParam } from '../router/context.ts';
import { Screen, ScreenSkeleton } from '../shell/screen.tsx';
import { useGo } from '../shell/use-go.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { finishTexts as texts } from './texts.ts';

/**
 * The end of the application (docs/product/confirmation.md#finish), with or without the loan's id in the
 * address.
 */
export function FinishScreen() {
  const id = usePathParam('id');
  return id ? <FinishOf id={id} /> : <FinishOfNewest />;
}

function FinishOfNewest() {
  const newest = useQuery(newestLoanQuery);
  if (newest.isError) return <LoanFailed error={newest.error} retry={() => void newest.refetch()} />;
  if (newest.isPending) return <FinishSkeleton />;
  return newest.data ? <FinishOf id={newest.data} /> : <NoLoan />;
}

function FinishOf({ id }: { id: string }) {
  const query = useQuery(loanQuery(id));
  if (query.data) return <Finish loan={query.data} />;
  if (query.isError) return <LoanFailed error={query.error} retry={() => void query.refetch()} />;
  return <FinishSkeleton />;
}

function FinishSkeleton() {
  return <ScreenSkeleton shapes={['line', 'line', 'line', 'line', 'money', 'line', 'line', 'line']} />;
}

/** Success page: agreed figures, next steps and their dates. Follows the loan by itself. */
function Finish({ loan }: { loan: Loan }) {
  const isOnItsWay = loan.state_slug === 'send' || loan.state_slug === 'preapproved';
  return (
    <Screen
      title={titleOf(loan)}
      intro={isOnItsWay && loan.identity?.state !== 'photos' && <p>{texts.intro}</p>}
    >
      <Card>
        <StateNotice loan={loan} />
        <LoanProgress loan={loan} />
        {isOnItsWay && loan.arrival && loan.arrival.state !== 'waiting' && <ArrivalRules />}
      </Card>
      {isOnItsWay && loan.arrival && <DelayNotice />}
      <ReturnNotice loan={loan} />
      <LoanSummary loan={loan} />
      <Actions loan={loan} />
    </Screen>
  );
}

/** A masked name, which all but the owner get, is not used to greet. */
const greetable = (name: string) => (name.includes('*') ? '' : name);

function titleOf(loan: Loan): string {
  return withdrawnTitle(loan) ?? titleOfState(loan);
}

function titleOfState({ state_slug, first_name }: Loan): string {
  switch (state_slug) {
    case 'send':
    case 'preapproved':
      return texts.title(greetable(first_name));
    case 'approved':
      return texts.approvedTitle(greetable(first_name));
    case 'finished':
      return texts.finishedTitle;
    case 'canceled':
      return texts.canceledTitle;
  }
}

function Actions({ loan }: { loan: Loan }) {
  const go = useGo();
  const loggedIn = useLoggedIn();
  return (
    <Card soft>
      <Button
        wide
        kind={hasToReturn(loan) ? 'ghost' : 'primary'}
        onClick={() => go.to(loggedIn ? paths.welcome() : paths.root())}
      >
        {texts.back}
      </Button>
      {loggedIn && loan.state_slug !== 'canceled' && (
        <Button wide kind="ghost" onClick={() => go.to(paths.loan(loan.id))}>
          {texts.see}
        </Button>
      )}
      <LoanPapers loan={loan} />
      <LoanContact loan={loan} />
    </Card>
  );
}

function NoLoan() {
  const go = useGo();
  return (
    <Screen title={texts.noneTitle}>
      <Card>
        <p>{texts.none}</p>
        <Button wide onClick={() => go.to(paths.welcome())}>
          {texts.back}
        </Button>
      </Card>
    </Screen>
  );
}
