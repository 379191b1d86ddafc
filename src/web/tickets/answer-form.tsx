import { useState } from 'react';
import { call } from '../api.ts';
import { ApiFailure, messageOf } from '../../ui/api-failure.ts';
import { Fields } from '../forms/field.tsx';
import { TextAreaField } from '../forms/later-fields.tsx';
import { useForm } from '../forms/use-form.ts';
import { queryClient } from '../query-client.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/tag.tsx';
import { ticketPageTexts as texts } from './texts.ts';
import { type Conversation, ticketQuery } from './ticket-query.ts';

/** As long as a message may be. */
const longest = 4000;

function wrong(value: string): string | undefined {
  if (value.trim() === '') return texts.required;
  return value.trim().length > longest ? texts.tooLong('4.000') : undefined;
}

/** Answer box; the input stays until the server has received it. */
export function AnswerForm({ ticket }: { ticket: Conversation }) {
  const { id } = ticket;
  const [failure, setFailure] = useState<string | null>(null);
  const [isSent, setSent] = useState(false);
  const form = useForm({
    initial: { content: '' },
    // An empty box remains after an answer was sent.
    rules: { content: (value) => (isSent && value === '' ? undefined : wrong(value)) },
    draft: `ticket-${id}`,
    onSubmit: async ({ content }) => {
      setFailure(null);
      setSent(false);
      const { result } = await call('POST /api/v3/tickets/{id}/answer', {
        params: { id },
        body: { content },
      });
      form.forgetDraft();
      form.set({ content: '' });
      setSent(true);
      queryClient.setQueryData(ticketQuery(id).queryKey, result);
      void queryClient.invalidateQueries({ queryKey: ['balance'] });
    },
    onFailure: (error) => {
      setFailure(messageOf(error));
      // It was closed or goes on elsewhere meanwhile: the page says so.
      if (error instanceof ApiFailure && error.status === 409)
        void queryClient.invalidateQueries({ queryKey: ['ticket', id] });
      return true;
    },
  });
  return (
    <form {...form.props}>
      <Fields>
        <TextAreaField {...form.field('content')} label={texts.answer} hint={texts.hint} rows={4} />
        {failure && (
          <Notice tone="bad" urgent answers title={texts.failedToSend}>
            {failure}
          </Notice>
        )}
        <div role="status">{isSent && <Notice tone="good">{texts.sent}</Notice>}</div>
        <Button type="submit" wide busy={form.busy}>
          {texts.send}
        </Button>
      </Fields>
    </form>
  );
}
