import { useMutation } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/tag.tsx';
import { call } from '../api.ts';
import { Fields } from '../forms/field.tsx';
import { TextField } from '../forms/text-field.tsx';
import { useForm } from '../forms/use-form.ts';
import { FailureLine } from '../shell/failure-line.tsx';
import { Card } from '../ui/card.tsx';
import css from './legal.module.css';
import { requestTexts as texts } from './texts.ts';

/** Asks for the link of an earlier request by its tracking code. */
export function LinkAgainForm() {
  const send = useSendLink();
  const form = useForm({
    initial: { code: '' },
    rules: { code: (code: string) => (code.trim() === '' ? texts.codeMissing : undefined) },
    onSubmit: async ({ code }) => void (await send.mutateAsync(code)),
  });
  return (
    <Card>
      <h2>{texts.linkTitle}</h2>
      <p>{texts.linkText}</p>
      {send.isSuccess ? (
        <LinkSent messages={send.data.messages} />
      ) : (
        <form {...form.props} className={css.form}>
          <Fields>
            <TextField {...form.field('code')} label={texts.code} autoComplete="off" maxLength={30} />
          </Fields>
          <Button type="submit" wide kind="ghost" busy={form.busy}>
            {texts.sendLink}
          </Button>
          <FailureLine form={form.id} />
        </form>
      )}
    </Card>
  );
}

/** Sends the link of a request again. @returns a mutation of the tracking code, or the code of an expired link */
export function useSendLink() {
  return useMutation({
    mutationFn: (code: string) => call('POST /api/v3/withdrawal/link', { body: { code } }),
    meta: { quiet: true },
  });
}

export function LinkSent({ messages }: { messages: readonly string[] }) {
  return (
    <div role="status">
      <Notice tone="good" answers title={texts.sentTitle}>
        {messages.join(' ')}
      </Notice>
    </div>
  );
}
