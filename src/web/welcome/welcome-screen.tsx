import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { paths } from '../../contract/paths.ts';
import { isDone, isNeeded } from '../../countries/application-steps.ts';
import type { CountryPack } from '../../countries/country-pack.ts';
import { LoanSummary } from '../apply/loan-summary.tsx';
import { hasNoCard } from '../apply/no-card.ts';
import { nextPath, progressOf, stepPath } from '../apply/steps.ts';
import { Asked, planAsked } from '../balance/asked.tsx';
import { type Account, balanceQuery } from '../balance/balance-query.ts';
import { LifePicture } from '../balance/life-picture.tsx';
import { isOnItsWay, Owed, titleOf } from '../balance/owed.tsx';
import { isBeingClosed, underWayOf } from '../balance/payment/under-way.ts';
import { UnderWayFacts } from '../balance/payment/under-way-card.tsx';
import { overview } from '../balance/standing.ts';
import { delayTexts } from '../balance/texts.ts';
import { OwnAgreed } from '../cannot-pay/agreed.tsx';
import { useCountry } from '../country.tsx';
import { type Loan, loanQuery, loansQuery } from '../loan/loan-query.ts';
import { hasToReturn, ReturnDue } from '../loan/return-notice.tsx';
import { useSelfService } from '../loan/self-service.ts';
import { correctionPath, loanTitle, StateNotice } from '../loan/state-notice.tsx';
import { payoutFailedTexts } from '../loan/texts.ts';
import { type Profile, useProfile } from '../profile.ts';
import { type Proposal, readProposal } from '../proposal.ts';
import { BottomBar } from '../shell/bottom-bar.tsx';
import { ContactButton } from '../shell/help/contact-button.tsx';
import { Link } from '../shell/link.tsx';
import { DelayNotice } from '../shell/delay-notice.tsx';
import { Screen } from '../shell/screen.tsx';
import { useGo } from '../shell/use-go.ts';
import { Button } from '../../ui/button.tsx';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { Notice } from '../../ui/tag.tsx';
import { Card } from '../ui/card.tsx';
import { ReadFailed } from '../ui/read-failed.tsx';
import { useRoundMoney } from '../ui/use-money.ts';
import { type ListedStep, StepList } from './step-list.tsx';
import { stepNames, welcomeTexts as texts } from './texts.ts';
import css from './welcome.module.css';

/**
 * Welcome (docs/product/application.md#welcome): the way on with the application, or to the loan that is
 * active.
 */
export function WelcomeScreen() {
  const profile = useProfile();
  const { active_loan: loan } = profile.credit_rating;
  return loan === null ? <Application profile={profile} /> : <ActiveLoan profile={profile} id={loan} />;
}

function ActiveLoan({ profile, id }: { profile: Profile; id: string }) {
  const go = useGo();
  const selfService = useSelfService();
  const { document_number: document } = profile.account_information;
  const { data: account, isPending, error, refetch } = useQuery(balanceQuery(document, 1, true));
  const { open, delayed, due, next } = account ? overview(account) : nothing;
  const underWay = account ? underWayOf(account) : [];
  const isClosing = account !== undefined && isBeingClosed(account);
  const plan = account && due.length > 0 ? planAsked(account) : undefined;
  const isPayable = !isClosing && (due.length > 0 || next !== undefined);
  if (account && (isOnItsWay(account) || account.withdrawal?.state === 'return-due'))
    return <ActiveState profile={profile} id={id} account={account} />;
  return (
    <Screen title={texts.title(profile.first_name)} intro={<p>{texts.activeIntro}</p>}>
      <Card>
        {isPending && (
          <SkeletonGroup
            label={texts.loading}
            shapes={['title', 'money', 'line', 'line', 'button', 'button']}
          />
        )}
        {error && !account && <ReadFailed error={error} retry={refetch} />}
        {account && <h2>{titleOf(account)}</h2>}
        {underWay.map((payment) => (
          <UnderWayFacts key={payment.hash} payment={payment} />
        ))}
        {account && open.length > 0 && !isClosing && <Owed account={account} />}
        {due.length > 0 && <OwnAgreed />}
        {account && <LifePicture instalments={account.installments} />}
        {plan ? (
          <Asked ticket={plan} words={delayTexts.asked} />
        ) : (
          delayed.length > 0 && <Notice tone="bad">{texts.delayed}</Notice>
        )}
        {isPayable && (
          <Button
            wide
            kind={underWay.length > 0 ? 'ghost' : 'primary'}
            onClick={() => selfService(document, 'to')}
          >
            {texts.pay}
          </Button>
        )}
        {due.length > 0 && (
          <Button wide kind="text" onClick={() => go.to(paths.cannotPay())}>
            {texts.cannotPay}
          </Button>
        )}
        {!isPending && (
          <>
            <Button
              wide
              kind={isPayable || underWay.length > 0 ? 'ghost' : 'primary'}
              onClick={() => go.to(paths.loan(id))}
            >
              {texts.viewLoan}
            </Button>
            <p className={css.text}>{texts.activeText}</p>
          </>
        )}
      </Card>
      <DelayNotice />
    </Screen>
  );
}

/** An active loan that is not paid off but paid out, or given back: as its own page says it. */
function ActiveState({ profile, id, account }: { profile: Profile; id: string; account: Account }) {
  const go = useGo();
  const underWay = underWayOf(account);
  const { data: loan, error, refetch } = useQuery(loanQuery(id));
  return (
    <Screen title={texts.title(profile.first_name)}>
      <Card>
        {loan ? (
          <>
            <h2>{loanTitle(loan)}</h2>
            {!hasToReturn(loan) && <StateNotice loan={loan} />}
          </>
        ) : error ? (
          <ReadFailed error={error} retry={refetch} />
        ) : (
          <SkeletonGroup shapes={['title', 'line', 'line', 'button']} />
        )}
        {underWay.map((payment) => (
          <UnderWayFacts key={payment.hash} payment={payment} />
        ))}
        {loan && <ReturnDue loan={loan} isPaying={underWay.length > 0} />}
        <Button
          wide
          kind={loan && hasToReturn(loan) ? 'ghost' : 'primary'}
          onClick={() => go.to(paths.loan(id))}
        >
          {texts.viewLoan}
        </Button>
        <p className={css.text}>{texts.activeText}</p>
      </Card>
      <DelayNotice />
    </Screen>
  );
}

/** Overview until the account is loaded. */
const nothing = { open: [], delayed: [], due: [], next: undefined };

/** Result of earlier loans: a payout that failed, and the way to account, certificate and receipts. */
function EarlierLoans({ loans, document }: { loans: readonly Loan[]; document: string }) {
  const go = useGo();
  const pack = useCountry();
  const selfService = useSelfService();
  const [newest] = loans;
  if (newest?.payout_failed || newest?.not_delivered)
    return (
      <>
        <StateNotice loan={newest} />
        {newest.payout_failed && (
          <Button wide kind="ghost" onClick={() => go.to(correctionPath(pack))}>
            {payoutFailedTexts.correct}
          </Button>
        )}
      </>
    );
  if (!loans.some(({ state_slug, withdrawal }) => state_slug === 'finished' || withdrawal !== null))
    return null;
  return (
    <>
      <h2>{newest?.state_slug === 'finished' ? texts.paidBack : texts.earlier}</h2>
      <Button wide kind="ghost" onClick={() => selfService(document, 'to')}>
        {texts.account}
      </Button>
    </>
  );
}

function Application({ profile }: { profile: Profile }) {
  const money = useRoundMoney();
  const pack = useCountry();
  const go = useGo();
  const [proposal] = useState(() => readProposal());
  const { data: loans = [] } = useQuery({ ...loansQuery, enabled: profile.loans > 0 });
  const isRefused = loans[0]?.payout_failed === true;
  const steps = stepsOfList(pack, profile, { proposal, isRefused });
  const list = (
    <Card>
      <EarlierLoans loans={loans} document={profile.account_information.document_number} />
      <h2>{texts.steps}</h2>
      {profile.account_information.document_number === '' && (
        <p>
          <Link to={paths.ownDocument()}>{texts.noDocument}</Link>
        </p>
      )}
      <StepList steps={steps} />
      <ContactButton
        setting="whatsapp-origination"
        values={{
          first_name: profile.first_name,
          document_number: profile.account_information.document_number,
          hash: profile.hash,
          page_name: texts.pageName,
          option_amount: proposal ? money(proposal.amount) : '',
        }}
      />
    </Card>
  );
  return (
    <Screen
      title={texts.title(profile.first_name)}
      intro={<p>{isRefused ? texts.refused : introOf(steps, proposal)}</p>}
      bar={<BottomBar nextLabel={texts.continue} onNext={() => go.to(nextPath(pack, profile, proposal))} />}
      {...(proposal && {
        lead: list,
        barIn: 'lead' as const,
        aside: <LoanSummary proposal={proposal} changeable />,
      })}
    >
      {!proposal && list}
      <DelayNotice />
    </Screen>
  );
}

/** The offer and every step after it, so that their numbers never change; 'continue' leads to the first open one. */
function stepsOfList(
  pack: CountryPack,
  profile: Profile,
  { proposal, isRefused }: { readonly proposal: Proposal | null; readonly isRefused: boolean },
): ListedStep[] {
  const progress = progressOf(pack, profile);
  const target = nextPath(pack, profile, proposal);
  const refused = isRefused ? correctionPath(pack) : undefined;
  const state = (isReady: boolean, path: string): ListedStep['state'] =>
    path === target ? 'now' : isReady ? 'done' : 'todo';
  return [
    { name: texts.offer, picture: 'offer', state: state(proposal !== null, paths.offer()), optional: false },
    ...pack.applicationSteps.map((step) => ({
      name: stepNames[step.name],
      number: step.number,
      picture: step.name === 'phone' || step.name === 'review' ? step.name : undefined,
      state:
        isNeeded(step, progress) && !(step.name === 'card' && hasNoCard(profile))
          ? state(isDone(step, progress) && stepPath(step) !== refused, stepPath(step))
          : 'unneeded',
      optional: step.skippable,
    })),
  ];
}

function introOf(steps: readonly ListedStep[], proposal: Proposal | null): string {
  if (!proposal) return texts.noProposal;
  if (steps.at(-1)?.state === 'now') return texts.last;
  return steps.filter(({ state }) => state === 'done').length > 1 ? texts.goOn : texts.begin;
}
