import { useRef, useState, useEffect } from 'react';
import { totalPaid } from '../membership/sum.ts';
import { BarSummary, BottomBar } from '../shell/bottom-bar.tsx';
import { ContactButton } from '../shell/help/contact-button.tsx';
import type { ContactSetting } from '../shell/help/contact.ts';
import { DelayNotice } from '../shell/delay-notice.tsx';
import { Screen } from '../shell/screen.tsx';
import { Card } from '../ui/card.tsx';
import { Notice } from '../../ui/tag.tsx';
import { scrollBehavior } from '../ui/scroll.ts';
import { useRoundMoney } from '../ui/use-money.ts';
import type { TemplateValues } from '../whatsapp.ts';
import { AmountCard } from './amount-card.tsx';
import css from './approved.module.css';
import { AvailableBar } from './available-bar.tsx';
import { Compare } from './plans/compare.tsx';
import { lossIn } from './plans/shown-plans.ts';
import { CostCard, CostWaiting } from './plans/cost-card.tsx';
import { LoanSteps } from './loan-steps.tsx';
import { OfferDialogs, type OpenedDialog } from './offer-dialogs.tsx';
import { OfferFooter } from './offer-footer.tsx';
import { PlansCard } from './plans/plans-card.tsx';
import { offerTexts as texts } from './texts.ts';
import { type ChoiceState, useChoice } from './use-choice.ts';
import { track } from '../analytics.ts';
import type { Plan } from '../plan.ts';
import { writeMaxAmount } from '../proposal.ts';
import { storeProposal, storedProposalOf } from './kept-proposal.ts';
import type { ApprovedOffer, PlanSource } from './offer-source.ts';
import { useAmount, type AmountState } from './use-amount.ts';
import { useQuery } from '@tanstack/react-query';

/** Plans of an amount are cached while a person looks at an offer. */
const staleMs = 5 * 60_000;

/**
 * The plans of the settled amount. None while plans for another amount than the shown ones are on their way, when
 * placeholders take their place, and none while the amount is out of bounds: prices of another amount would mislead.
 */
function usePlans(source: PlanSource, offer: ApprovedOffer, { amount, settled }: AmountState) {
  const isMax = settled === offer.max_amount;
  const query = useQuery({
    queryKey: ['offer', 'plans', source.owner, settled],
    queryFn: ({ signal }) => source.plans(settled, signal),
    enabled: !isMax,
    staleTime: staleMs,
    // The card of the plans says it, with another try.
    meta: { quiet: true },
  });
  const options = isMax ? offer.max_option : query.data;
  const waits = amount !== settled;
  return {
    options: waits ? undefined : options,
    failed: !waits && query.isError && !isMax,
    retry: () => void query.refetch(),
  };
}

interface OfferProps {
  offer: ApprovedOffer;
  source: PlanSource;
  hasMembership: boolean;
  /** The chosen plan has been kept. */
  onContinue: (plan: Plan) => void;
  /** Loan in force, shown instead of continuing (docs/product/offer.md#active-loan). */
  onSeeLoan?: (() => void) | undefined;
}

function startAmount({ max_amount, min_amount, max_option }: ApprovedOffer): number {
  const stored = storedProposalOf(max_option)?.amount;
  return stored && stored >= min_amount && stored <= max_amount ? stored : max_amount;
}

/** Amount, plans and choice of an offer, and what going on does. */
function useOffer({ offer, source, hasMembership, onContinue, onSeeLoan }: OfferProps) {
  const { min_amount: minAmount, max_amount: maxAmount } = offer;
  const [start] = useState(() => startAmount(offer));
  const amount = useAmount({ minAmount, maxAmount }, start);
  const plans = usePlans(source, offer, amount);
  const choice = useChoice(offer.max_option, plans.options, hasMembership);

  useEffect(() => {
    track('offer_shown');
    writeMaxAmount(maxAmount);
  }, [maxAmount]);

  function keepAndGoOn() {
    const { options } = plans;
    if (!options || !choice.plan) return;
    const count = choice.plan.installmentsQuantity;
    storeProposal(options, { variant: choice.variant, count }, hasMembership);
    onContinue(choice.plan);
  }

  return {
    amount,
    plans,
    choice,
    ready: onSeeLoan !== undefined || (choice.plan !== undefined && amount.amount !== null),
    goOn: onSeeLoan ?? keepAndGoOn,
  };
}

interface ApprovedProps extends OfferProps {
  firstName: string;
  /** Identifies the person in the feedback call. */
  feedbackHash: string;
  /** Other channels for continuing, with the message for them. */
  contact: { setting: ContactSetting; values: TemplateValues };
}

function scrollToOffer(title: HTMLElement | null) {
  window.scrollTo({ top: 0, behavior: scrollBehavior() });
  title?.focus({ preventScroll: true });
}

/** The offer (docs/product/offer.md#parts). */
export function Approved(props: ApprovedProps) {
  const money = useRoundMoney();
  const { offer, hasMembership, contact, onSeeLoan } = props;
  const { min_amount: min, max_amount: max } = offer;
  const { amount, plans, choice, ready, goOn } = useOffer(props);
  const [opened, setOpened] = useState<OpenedDialog>(null);
  const title = useRef<HTMLSpanElement>(null);
  const seeOffer = () => scrollToOffer(title.current);
  const values = { ...contact.values, option_amount: money(amount.settled) };
  return (
    <Screen
      title={
        <span ref={title} tabIndex={-1} className={css.greeting}>
          {texts.greeting(props.firstName)}
        </span>
      }
      intro={<p className={css.intro}>{texts.intro(money(max))}</p>}
      barIn="aside"
      bar={
        <BottomBar
          summary={<Summary choice={choice} plans={plans} amount={amount.amount} />}
          nextLabel={onSeeLoan ? texts.seeLoan : texts.continue}
          nextDisabled={!ready}
          onNext={goOn}
        />
      }
      lead={
        <>
          <AvailableBar max={max} onSee={seeOffer} />
          <AmountCard amount={amount} min={min} max={max} />
          <PlansCard
            options={plans.options}
            choice={choice}
            hasMembership={hasMembership}
            bounds={amount.amount === null ? { min, max } : null}
            failed={plans.failed}
            onRetry={plans.retry}
            onOpen={setOpened}
          />
        </>
      }
      aside={choice.plan ? <CostCard plan={choice.plan} /> : <CostWaiting />}
    >
      <Card>
        {plans.options && (
          <Compare options={plans.options} count={choice.count} hasMembership={hasMembership} />
        )}
        <LoanSteps onGrantTimes={() => setOpened('grant-times')} />
      </Card>
      <DelayNotice />
      {onSeeLoan && (
        <Notice tone="late" title={texts.activeLoan}>
          {texts.activeLoanNote}
        </Notice>
      )}
      <OfferFooter values={values} onSeeOffer={seeOffer} onOpen={setOpened}>
        <ContactButton small setting={contact.setting} values={values} />
      </OfferFooter>
      <OfferDialogs
        opened={opened}
        onOpen={setOpened}
        offer={props.offer}
        options={plans.options}
        choice={choice}
        feedbackHash={props.feedbackHash}
      />
    </Screen>
  );
}

/** Chosen values, next to the bar's button. Currency units; null is an amount out of bounds. */
function Summary({
  choice,
  plans: { options, failed },
  amount,
}: {
  choice: ChoiceState;
  plans: Pick<ReturnType<typeof usePlans>, 'options' | 'failed'>;
  amount: number | null;
}) {
  const money = useRoundMoney();
  const { plan, count, variant } = choice;
  if (amount === null)
    return (
      <BarSummary long strong={texts.noAmount}>
        {texts.noAmountNote}
      </BarSummary>
    );
  if (!plan) {
    const next = failed ? texts.noPlans : count === null ? texts.nothingChosen : texts.computing;
    return (
      <BarSummary long strong={money(amount)}>
        {next}
      </BarSummary>
    );
  }
  const total = money(Math.round(totalPaid(plan)));
  const more = options ? Math.round(lossIn(options, variant, plan)) : 0;
  return (
    <BarSummary
      long
      short
      strong={texts.plan(plan.installmentsQuantity, money(Math.round(plan.payment)))}
      warning={more > 0 ? texts.moreThanBasic(money(more)) : undefined}
    >
      {plan.membership_price ? texts.totalWithMembership(total) : texts.total(total)}
    </BarSummary>
  );
}
