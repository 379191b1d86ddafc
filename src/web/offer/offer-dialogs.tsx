import type { PlanOptions } from '../plan.ts';
import type { ChoiceState } from './use-choice.ts';
import { laterDialog } from '../later.tsx';

const MembershipDialog = laterDialog(() => import('./membership-dialog.tsx'), 'MembershipDialog');
const InstalmentsDialog = laterDialog(() => import('./instalments-dialog.tsx'), 'InstalmentsDialog');
const DetailsDialog = laterDialog(() => import('./details-dialog.tsx'), 'DetailsDialog');
const FeedbackDialog = laterDialog(() => import('./feedback-dialog.tsx'), 'FeedbackDialog');
const GrantTimesDialog = laterDialog(() => import('./grant-times-dialog.tsx'), 'GrantTimesDialog');
const SuggestionDialog = laterDialog(() => import('../shell/suggestion-dialog.tsx'), 'SuggestionDialog');

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
  options: PlanOptions | undefined;
  choice: ChoiceState;
  feedbackHash: string;
}

/** The dialogs of the offer (A §2.6), each fetched when it is first opened. */
export function OfferDialogs({ opened, onOpen, options, choice, feedbackHash }: OfferDialogsProps) {
  const close = () => onOpen(null);
  return (
    <>
      {opened === 'membership' && (
        <MembershipDialog
          onClose={close}
          onAnswer={(wanted) => {
            choice.selectVariant(wanted ? 'membership' : 'no_membership');
            close();
          }}
        />
      )}
      {opened === 'instalments' && options && (
        <InstalmentsDialog
          plans={options[choice.variant].plans}
          count={choice.count}
          onClose={close}
          onChoose={(count) => {
            choice.select(count);
            close();
          }}
        />
      )}
      {opened === 'details' && choice.plan && <DetailsDialog plan={choice.plan} onClose={close} />}
      {opened === 'feedback' && <FeedbackDialog hash={feedbackHash} onClose={close} />}
      {opened === 'grant-times' && <GrantTimesDialog onClose={close} />}
      {opened === 'suggestions' && (
        <SuggestionDialog onClose={close} onReopen={() => onOpen('suggestions')} />
      )}
    </>
  );
}
