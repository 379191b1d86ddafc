import { useState } from 'react';
import { paths } from '../../../contract/paths.ts';
import { OTHER_REASON_NEEDED } from '../../../countries/law/cancellation-reasons.ts';
import { draftOf } from '../../forms/drafts.ts';
import { TextAreaField } from '../../forms/later-fields.tsx';
import { useForm } from '../../forms/use-form.ts';
import { useProfileQuery } from '../../profile.ts';
import { useLoggedIn } from '../../session.ts';
import { Link } from '../../shell/link.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RadioList } from '../../ui/fields/radio-list.tsx';
import { SkeletonGroup } from '../../../ui/skeleton.tsx';
import { Notice } from '../../../ui/tag.tsx';
import { cancellationTexts as texts } from './cancellation-texts.ts';
import {
  type CancellationReason,
  useCancellation,
  useCancellationReasons,
  useClosesItself,
} from './use-cancellation.ts';

interface CancellationDialogProps {
  /** Document of the viewed account, digits only. */
  documentNumber: string;
  /** The owner's loan whose money has not left: its page cancels it at once. */
  loanOnItsWay: string | null;
  onClose: () => void;
}

/**
 * Loan cancellation of the balance: choose a reason, confirm, see the result
 * (docs/product/borrowers-area.md#loan-cancellation).
 */
export function CancellationDialog({ documentNumber, loanOnItsWay, onClose }: CancellationDialogProps) {
  const [isAsked, setAsked] = useState(false);
  const profile = useProfileQuery(useLoggedIn()).data;
  const reasons = useCancellationReasons();
  const cancellation = useCancellation(documentNumber);
  const form = useForm({
    initial: { reason: '', otherReason: '' },
    rules: {
      otherReason: (value, { reason }) =>
        textOf(reasons.data, reason) && !value.trim() ? OTHER_REASON_NEEDED : undefined,
    },
    draft: draftOf('cancellation', profile),
    onSubmit: () => setAsked(true),
  });
  const { result } = cancellation;
  const leave = () => {
    if (result) form.forgetDraft();
    onClose();
  };
  useClosesItself(result !== '', leave);
  const chosen = reasonOf(reasons.data, form.values.reason);
  if (result) return <Result words={result} onClose={leave} />;
  if (isAsked && chosen) {
    return (
      <Confirm
        words={form.values.otherReason && chosen.showTextField ? form.values.otherReason : chosen.title}
        isBusy={cancellation.isBusy}
        onYes={() => void cancellation.send(chosen, form.values.otherReason)}
        onNo={() => setAsked(false)}
        onClose={leave}
      />
    );
  }
  return (
    <Dialog
      open
      onClose={leave}
      title={texts.title}
      actions={
        <>
          <Button wide type="submit" form={form.id} disabled={chosen === undefined}>
            {texts.send}
          </Button>
          <Button wide kind="ghost" onClick={leave}>
            {texts.back}
          </Button>
        </>
      }
    >
      {loanOnItsWay !== null && <AtOnce loanId={loanOnItsWay} />}
      <p>{texts.intro}</p>
      {reasons.isPending && <SkeletonGroup shapes={['field', 'field', 'field']} />}
      {reasons.isError && <ReasonsFailed retry={() => void reasons.refetch()} />}
      <form {...form.props}>
        {reasons.data && (
          <Reasons
            reasons={reasons.data}
            chosen={form.values.reason}
            onChoose={form.field('reason').onValue}
          />
        )}
        {chosen?.showTextField && (
          <TextAreaField {...form.field('otherReason')} label={texts.otherLabel} maxLength={1000} rows={3} />
        )}
      </form>
    </Dialog>
  );
}

function AtOnce({ loanId }: { loanId: string }) {
  return (
    <Notice>
      {texts.atOnce} <Link to={paths.loan(loanId)}>{texts.loan}</Link>
    </Notice>
  );
}

const reasonOf = (reasons: readonly CancellationReason[] | undefined, id: string) =>
  reasons?.find((reason) => String(reason.id) === id);

const textOf = (reasons: readonly CancellationReason[] | undefined, id: string): boolean =>
  reasonOf(reasons, id)?.showTextField === true;

interface ReasonsProps {
  reasons: readonly CancellationReason[];
  chosen: string;
  onChoose: (id: string) => void;
}

function Reasons({ reasons, chosen, onChoose }: ReasonsProps) {
  const options = reasons.map(({ id, title, content }) => ({
    value: String(id),
    label: title,
    note: content,
  }));
  return <RadioList legend={texts.legend} options={options} chosen={chosen} onChoose={onChoose} />;
}

function ReasonsFailed({ retry }: { retry: () => void }) {
  return (
    <>
      <p role="alert">{texts.reasonsFailed}</p>
      <Button kind="ghost" onClick={retry}>
        {texts.retry}
      </Button>
    </>
  );
}

interface ConfirmProps {
  /** The reason as the person knows it. */
  words: string;
  isBusy: boolean;
  onYes: () => void;
  onNo: () => void;
  onClose: () => void;
}

function Confirm({ words, isBusy, onYes, onNo, onClose }: ConfirmProps) {
  return (
    <Dialog
      open
      busy={isBusy}
      onClose={onClose}
      title={texts.confirmTitle}
      actions={
        <>
          <Button wide kind="danger" busy={isBusy} onClick={onYes}>
            {texts.yes}
          </Button>
          <Button wide kind="ghost" disabled={isBusy} onClick={onNo}>
            {texts.no}
          </Button>
        </>
      }
    >
      <p>{texts.confirm(words)}</p>
    </Dialog>
  );
}

function Result({ words, onClose }: { words: string; onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.resultTitle}
      actions={
        <Button wide onClick={onClose}>
          {texts.close}
        </Button>
      }
    >
      <p role="status">{words}</p>
    </Dialog>
  );
}
