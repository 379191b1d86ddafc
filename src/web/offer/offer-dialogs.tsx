import type { PlanOptions } from '../plan.ts';
import type { ApprovedOffer } from './offer-source.ts';
import type { ChoiceState } from './use-choice.ts';
import { laterDialog } from '../later.tsx';

const MembershipDialog = laterDialog(() => import('../membership/membership-dialog.tsx'), 'MembershipDialog');
const InstalmentsDialog = laterDialog(() => import('./plans/instalments-dialog.tsx'), 'InstalmentsDialog');
const DetailsDialog = laterDialog(() => import('./plans/details-dialog.tsx'), 'DetailsDialog');
const FeedbackDialog = laterDialog(() => import('./feedback-dialog.tsx'), 'FeedbackDialog');
const GrantTimesDialog = laterDialog(() => import('./grant-times-dialog.tsx'), 'GrantTimesDialog');
const SuggestionDialog = laterDialog(() => import('../shell/help/suggestion-dialog.tsx'), 'SuggestionDialog');

export type OpenedDialog =
  | 'membership'
  | 'instalments'
  | 'details'
  | 'feedback'
  | 'grant-times'
  | 'suggestions'
  | null;

interface OfferDialogsProps {
  opened: OpenedDialog;
  onOpen: (dialog: OpenedDialog) => void;
  offer: ApprovedOffer;
  options: PlanOptions | undefined;
  choice: ChoiceState;
  feedbackHash: string;
}

/** The dialogs of the offer, each fetched when it is first opened (docs/product/offer.md#dialogs). */
export function OfferDialogs({ opened, onOpen, offer, options, choice, feedbackHash }: OfferDialogsProps) {
  const close = () => onOpen(null);
  return (
    <>
      {opened === 'membership' && (
        <MembershipDialog
          options={options}
          count={choice.count}
          onClose={close}
          onAnswer={(wanted) => {
            choice.selectVariant(wanted ? 'membership' : 'no_membership');
            close();
          }}
        />
      )}
      {opened === 'instalments' && options && (
        <InstalmentsDialog
          options={options}
          variant={choice.variant}
          count={choice.count}
          onClose={close}
          onChoose={(count) => {
            choice.select(count);
            close();
          }}
        />
      )}
      {opened === 'details' && choice.plan && <DetailsDialog plan={choice.plan} onClose={close} />}
      {opened === 'feedback' && (
        <FeedbackDialog hash={feedbackHash} figures={figuresOf(offer)} onClose={close} />
      )}
      {opened === 'grant-times' && <GrantTimesDialog onClose={close} />}
      {opened === 'suggestions' && (
        <SuggestionDialog onClose={close} onReopen={() => onOpen('suggestions')} />
      )}
    </>
  );
}

/** The most that this offer lends, and for how long. */
function figuresOf({ max_amount, max_option }: ApprovedOffer) {
  const plans = [...max_option.membership.plans, ...max_option.no_membership.plans];
  return {
    maxAmount: max_amount,
    maxMonths: Math.max(...plans.map(({ installmentsQuantity }) => installmentsQuantity)),
  };
}
