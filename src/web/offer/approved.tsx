import { type ReactNode, useRef, useState } from 'react';
import { totalPaid } from '../membership/sum.ts';
import { BarSummary, BottomBar } from '../shell/bottom-bar.tsx';
import { ContactButton } from '../shell/help/contact-button.tsx';
import type { ContactSetting } from '../shell/help/contact.ts';
import { DelayNotice } from '../shell/delay-notice.tsx';
import { Screen } from '../shell/screen.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Notice } from '../../ui/tag.tsx';
import { scrollBehavior } from '../ui/scroll-behavior.ts';
import { useMoney } from '../ui/use-money.ts';
import type { TemplateValues } from '../whatsapp.ts';
import { AmountCard } from './amount-card.tsx';
import css from './approved.module.css';
import { AvailableBar } from './available-bar.tsx';
import { CompareCard } from './plans/compare-card.tsx';
import { CostCard, CostWaiting } from './plans/cost-card.tsx';
import { LoanSteps } from './loan-steps.tsx';
import { OfferDialogs, type OpenedDialog } from './offer-dialogs.tsx';
import { OfferFooter } from './offer-footer.tsx';
import { PlansCard } from './plans/plans-card.tsx';
import { offerTexts as texts } from './texts.ts';
import type { ChoiceState } from './use-choice.ts';
import { type OfferProps, useOffer } from './use-offer.ts';

export interface ApprovedProps extends OfferProps {
  firstName: string;
  /** Identifies the person in the feedback call. */
  feedbackHash: string;
  /** By what else than this site the person may go on, and what the message says. */
  contact: { setting: ContactSetting; values: TemplateValues };
}

function scrollToOffer(title: HTMLElement | null) {
  window.scrollTo({ top: 0, behavior: scrollBehavior() });
  title?.focus({ preventScroll: true });
}

/** The offer (docs/product/offer.md#parts). */
export function Approved(props: ApprovedProps) {
  const money = useMoney();
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
      bar={
        <BottomBar
          summary={<Summary choice={choice} amount={amount.amount} />}
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
      {plans.options && (
        <CompareCard
          options={plans.options}
          count={choice.count}
          hasMembership={hasMembership}
          onMembership={() => setOpened('membership')}
        />
      )}
      <LoanSteps onGrantTimes={() => setOpened('grant-times')} />
      <GoOnCard isLoan={onSeeLoan !== undefined} ready={ready} onNext={goOn}>
        <ContactButton setting={contact.setting} values={values} />
      </GoOnCard>
      <OfferFooter values={values} onSeeOffer={seeOffer} onOpen={setOpened} />
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

/** The ways to go on: online, and WhatsApp or chat as its children (docs/product/offer.md#parts). */
function GoOnCard({
  isLoan,
  ready,
  onNext,
  children,
}: {
  isLoan: boolean;
  ready: boolean;
  onNext: () => void;
  children: ReactNode;
}) {
  return (
    <Card>
      <DelayNotice />
      {isLoan && (
        <Notice tone="late" title={texts.activeLoan}>
          {texts.activeLoanNote}
        </Notice>
      )}
      <Button wide disabled={!ready} onClick={onNext}>
        {isLoan ? texts.seeLoan : texts.continueOnline}
      </Button>
      {children}
    </Card>
  );
}

/** What is decided so far, beside the bar's button. Currency units; null is an amount out of bounds. */
function Summary({ choice, amount }: { choice: ChoiceState; amount: number | null }) {
  const money = useMoney();
  const { plan, count } = choice;
  if (amount === null)
    return (
      <BarSummary long strong={texts.noAmount}>
        {texts.noAmountNote}
      </BarSummary>
    );
  if (!plan) {
    const next = count === null ? texts.nothingChosen : texts.computing;
    return (
      <BarSummary long strong={money(amount)}>
        {next}
      </BarSummary>
    );
  }
  const total = money(Math.round(totalPaid(plan)));
  return (
    <BarSummary long strong={texts.plan(plan.installmentsQuantity, money(Math.round(plan.payment)))}>
      {plan.membership_price ? texts.totalWithMembership(total) : texts.total(total)}
    </BarSummary>
  );
}
