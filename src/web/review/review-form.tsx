import { useState } from 'react';
import { paths } from '../../contract/paths.ts';
import { attribution } from '../attribution.ts';
import { ArrivalNotice } from '../arrival/arrival-notice.tsx';
import { StepPlace } from '../apply/step-place.tsx';
import { DocumentCheck } from '../apply/photos/document-check.tsx';
import { useCountry } from '../country.tsx';
import { ruleOf } from '../forms/rule.ts';
import { useForm } from '../forms/use-form.ts';
import type { Profile } from '../profile.ts';
import type { Proposal } from '../proposal.ts';
import { totalPaid } from '../membership/sum.ts';
import { BottomBar } from '../shell/bottom-bar.tsx';
import { DelayNotice } from '../shell/delay-notice.tsx';
import { Screen } from '../shell/screen.tsx';
import { useGo } from '../shell/use-go.ts';
import { useMoney } from '../ui/use-money.ts';
import { Acceptance } from './acceptance.tsx';
import { DueDates } from './due-dates.tsx';
import { Destination } from './destination.tsx';
import { LoanCost, LoanSkeleton, LoanSum } from './loan-cards.tsx';
import { MembershipCard } from './membership-card.tsx';
import css from './review.module.css';
import { deliveryTypeOf } from './place-before.ts';
import { acceptanceTexts, reviewTexts as texts } from './texts.ts';
import type { ConfirmationBody } from './use-confirm.ts';
import { type Figures, useReviewPlan, type ReviewPlan } from './use-review-plan.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Notice } from '../../ui/tag.tsx';

/** Obstacle to confirming, and its remedy. */
function PlanTrouble({ review }: { review: ReviewPlan }) {
  const go = useGo();
  if (!review.isGone && !review.failed) return null;
  return (
    <Card>
      <Notice tone="bad" urgent title={review.isGone ? texts.planGone : texts.plansFailed} />
      {review.isGone ? (
        <Button wide onClick={() => go.to(paths.offer())}>
          {texts.chooseAgain}
        </Button>
      ) : (
        <Button wide kind="ghost" onClick={review.retry}>
          {texts.retry}
        </Button>
      )}
    </Card>
  );
}

interface ReviewFormProps {
  profile: Profile;
  proposal: Proposal;
  onConfirm: (body: ConfirmationBody) => Promise<void>;
}

/** Everything that is agreed, on one page, and the two acceptances. */
export function ReviewForm({ profile, proposal, onConfirm }: ReviewFormProps) {
  const pack = useCountry();
  const go = useGo();
  const review = useReviewPlan(proposal, profile.has_membership_enabled);
  const { plan } = review;
  const delivery = deliveryTypeOf(pack, profile);
  const [account, setAccount] = useState(profile.banks[0]?.accountNumber ?? '');
  const form = useForm({
    initial: { terms: '', note: '' },
    rules: {
      terms: ruleOf(pack, 'terms'),
      note: (value) => (value === 'true' ? undefined : acceptanceTexts.noteRequired(pack.noteInText)),
    },
    onSubmit: async () => {
      if (!plan || !review.isCurrent) return;
      await onConfirm({
        deliveryPoint: delivery === 'pdv' ? profile.delivery_point : '',
        accountNumber: delivery === 'bank-transfer' ? account : '',
        ...attribution(),
        creditStructure: {
          selectedId: plan.id,
          maxId: review.maxId,
          installmentsQuantity: plan.installmentsQuantity,
        },
        isMembershipIncluded: review.isIncluded,
        membershipPrice: plan.membership_price,
      });
    },
  });
  return (
    <Screen
      title={texts.title}
      intro={
        <>
          <StepPlace step="review" />
          <p>{texts.intro}</p>
        </>
      }
      bar={
        <BottomBar
          onBack={() => go.to(paths.welcome())}
          form={form.id}
          nextLabel={texts.confirm}
          nextBusy={form.busy}
          nextDisabled={!plan || !review.isCurrent}
          note={plan && <PlanNote plan={plan} />}
        />
      }
      aside={
        <>
          <PlanTrouble review={review} />
          {plan ? <LoanSum plan={plan} /> : !review.isGone && !review.failed && <LoanSkeleton />}
        </>
      }
    >
      {plan && <LoanCost plan={plan} />}
      {plan && <DueDates plan={plan} />}
      {profile.has_membership_enabled && <MembershipCard review={review} />}
      <Destination profile={profile} delivery={delivery} account={account} onAccount={setAccount} />
      <DocumentCheck profile={profile} settled />
      <DelayNotice />
      <ArrivalNotice isCash={delivery !== undefined && delivery !== 'bank-transfer'} />
      {plan && <Acceptance form={form} profile={profile} plan={plan} basic={review.basic} />}
    </Screen>
  );
}

/** Sum next to the button: monthly payment and total. */
function PlanNote({ plan }: { plan: Figures }) {
  const money = useMoney();
  const total = plan.membership_price ? texts.totalWithMembership : texts.total;
  return (
    <p className={css.note}>
      <span>
        {texts.instalments(plan.installmentsQuantity)} {money(plan.payment)} ·
      </span>{' '}
      <span>
        {total} {money(totalPaid(plan))}
      </span>
    </p>
  );
}
