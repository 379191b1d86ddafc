import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiFailure } from '../../ui/api-failure.ts';
import { FormDialog, type FormDialogProps } from './form-dialog.tsx';
import { ReasonFields, ReasonText, useReason, type ReasonBody } from './reason-fields.tsx';
import { staleBy } from './outcome.ts';

type DialogParts = Pick<FormDialogProps, 'title' | 'action' | 'kind' | 'onClose'> &
  Partial<Pick<FormDialogProps, 'children'>>;

interface Written<Answer> extends DialogParts {
  /** Confirmation. */
  said: string | ((answer: Answer) => string);
  onDone: (said: string, answer: Answer) => void;
  /** Called after a concurrent change: reloads the shown data. */
  onStale?: () => void;
  /** Name of the field with the error message to show for a refusal, if any. */
  field?: string;
}

interface WriteDialogProps<Answer> extends Written<Answer> {
  write: () => Promise<Answer>;
}

/** Message from the response. */
export const answered = ({ messages }: { readonly messages: readonly string[] }): string =>
  messages.join(' ');

/** A modal form that does one thing. */
export function WriteDialog<Answer>({
  write,
  said,
  onDone,
  onStale,
  field,
  children,
  ...form
}: WriteDialogProps<Answer>) {
  const send = useMutation({
    mutationFn: write,
    onSuccess: (answer) => onDone(typeof said === 'string' ? said : said(answer), answer),
    ...(onStale ? { onError: staleBy(onStale) } : {}),
  });
  const error = send.error && explained(send.error, field);
  return (
    <FormDialog {...form} busy={send.isPending} error={error} onSubmit={() => send.mutate()}>
      {children}
    </FormDialog>
  );
}

function explained(error: Error, field: string | undefined): Error {
  const sentence = error instanceof ApiFailure && field !== undefined ? error.fields[field] : undefined;
  if (!(error instanceof ApiFailure) || sentence === undefined) return error;
  return new ApiFailure({ code: error.code, status: error.status, message: sentence });
}

interface ReasonDialogProps<Code extends string, Answer> extends Written<Answer> {
  /** Labels of the reasons, and the default. */
  names: Readonly<Record<Code, string>>;
  first: NoInfer<Code>;
  write: (reason: ReasonBody<Code>) => Promise<Answer>;
}

/** Same, with the reason below the form's own fields. */
export function ReasonDialog<Code extends string, Answer>({
  names,
  first,
  write,
  children,
  ...dialog
}: ReasonDialogProps<Code, Answer>) {
  const reason = useReason(names, first);
  return (
    <WriteDialog {...dialog} write={() => write(reason.body)}>
      {children}
      <ReasonFields {...reason.fields} />
    </WriteDialog>
  );
}

interface WordsDialogProps<Answer> extends Written<Answer> {
  write: (body: { readonly reason: string }) => Promise<Answer>;
}

/** The same, where the reason is words alone. */
export function WordsDialog<Answer>({ write, children, ...dialog }: WordsDialogProps<Answer>) {
  const [reason, setReason] = useState('');
  return (
    <WriteDialog {...dialog} write={() => write({ reason })}>
      {children}
      <ReasonText text={reason} onChange={setReason} />
    </WriteDialog>
  );
}
