import { lazy, Suspense } from 'react';
import type { PlanOptions } from '../plan.ts';
import type { ChoiceState } from './use-choice.ts';

const MembershipDialog = lazy(async () => ({
  default: (await import('./membership-dialog.tsx')).MembershipDialog,
}));
const InstalmentsDialog = lazy(async () => ({
  default: (await import('./instalments-dialog.tsx')).InstalmentsDialog,
}));
const DetailsDialog = lazy(async () => ({ default: (await import('./details-dialog.tsx')).DetailsDialog }));
const FeedbackDialog = lazy(async () => ({
  default: (await import('./feedback-dialog.tsx')).FeedbackDialog,
}));
const GrantTimesDialog = lazy(async () => ({
  default: (await import('./grant-times-dialog.tsx')).GrantTimesDialog,
}));
const SuggestionDialog = lazy(async () => ({
  default: (await import('../shell/suggestion-dialog.tsx')).SuggestionDialog,
}));

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
    <Suspense fallback={null}>
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
    </Suspense>
  );
}
