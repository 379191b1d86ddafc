import { type ReactNode, useEffect } from 'react';
import { paths } from '../../contract/paths.ts';
import type { ApplicationStepName } from '../../countries/country-pack.ts';
import { useCountry } from '../country.tsx';
import { useProfile } from '../profile.ts';
import { readProposal } from '../proposal.ts';
import { BottomBar } from '../shell/bottom-bar.tsx';
import { DelayNotice } from '../shell/delay-notice.tsx';
import { Screen, ScreenSkeleton } from '../shell/screen.tsx';
import { useGo } from '../shell/use-go.ts';
import { LoanSummary } from './loan-summary.tsx';
import { leaveDraft } from './shared-draft.ts';
import { StepPlace } from './step-place.tsx';
import { stepInstead } from './steps.ts';

interface ApplyScreenProps {
  step: ApplicationStepName;
  title: string;
  intro: ReactNode;
  onBack: () => void;
  /** SIG; not needed when `form` submits one. */
  onNext?: () => void;
  form?: string;
  busy?: boolean;
  nextLabel?: string;
  children: ReactNode;
}

/**
 * The frame of every step: 'paso n de 4', the cards, the selected proposal, ANT and SIG. A customer with an
 * active loan cannot continue an application (docs/product/offer.md#active-loan).
 */
export function ApplyScreen(props: ApplyScreenProps) {
  const { step, title, intro, onBack, onNext, form, busy, nextLabel, children } = props;
  const blocked = useActiveLoanGuard();
  const isElsewhere = useOwnStepInstead(step);
  useEffect(() => leaveDraft, []);
  // Reloaded, since the step changes the accounts.
  const proposal = readProposal();
  if (blocked || isElsewhere) return <ScreenSkeleton />;
  return (
    <Screen
      title={title}
      intro={
        <>
          <StepPlace step={step} />
          <p>{intro}</p>
        </>
      }
      bar={
        <BottomBar
          onBack={onBack}
          {...(onNext && { onNext })}
          {...(form && { form })}
          {...(nextLabel && { nextLabel })}
          nextBusy={busy ?? false}
        />
      }
      {...(proposal && {
        lead: children,
        barIn: 'lead' as const,
        aside: <LoanSummary proposal={proposal} changeable />,
      })}
    >
      {!proposal && children}
      <DelayNotice />
    </Screen>
  );
}

/** Sends a person at another country's account step to the own one; true while it does. */
function useOwnStepInstead(step: ApplicationStepName): boolean {
  const go = useGo();
  const path = stepInstead(useCountry(), step);
  useEffect(() => {
    if (path) go.replace(path);
  }, [path, go]);
  return path !== undefined;
}

/** Sends a person with an active loan to /bienvenido; true while it does. */
function useActiveLoanGuard(): boolean {
  const go = useGo();
  const { active_loan: loan } = useProfile().credit_rating;
  useEffect(() => {
    if (loan !== null) go.replace(paths.welcome());
  }, [loan, go]);
  return loan !== null;
}
