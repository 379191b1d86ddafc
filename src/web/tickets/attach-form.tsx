import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiFailure, messageOf } from '../../ui/api-failure.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/tag.tsx';
import { call } from '../api.ts';
import { queryClient } from '../query-client.ts';
import { ticketPageTexts as texts } from './texts.ts';
import { type Conversation, ticketQuery } from './ticket-query.ts';
import css from './tickets.module.css';

/** Largest file, as the server takes it. */
const mostBytes = 5 * 1024 * 1024;

/** Attaches an image or a PDF at once: it is part of the conversation as soon as the server has it. */
export function AttachForm({ ticket: { id } }: { ticket: Conversation }) {
  const input = useRef<HTMLInputElement>(null);
  const send = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > mostBytes)
        throw new ApiFailure({ status: 413, code: 'too_large', message: texts.tooLarge });
      const files = { name: file.name.slice(-300), file };
      return (await call('POST /api/v3/tickets/{id}/files', { params: { id }, files })).result;
    },
    onSuccess: (result) => {
      queryClient.setQueryData(ticketQuery(id).queryKey, result);
      void queryClient.invalidateQueries({ queryKey: ['balance'] });
    },
    onError: (error) => {
      // It was closed or goes on elsewhere meanwhile: the page says so.
      if (error instanceof ApiFailure && error.status === 409)
        void queryClient.invalidateQueries({ queryKey: ['ticket', id] });
    },
  });
  return (
    <div className={css.attach}>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={texts.attach}
        accept="image/jpeg,image/png,image/webp,application/pdf"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) send.mutate(file);
          // The same file can be chosen again after it was refused.
          target.value = '';
        }}
      />
      {send.error && (
        <Notice tone="bad" urgent answers title={texts.failedToAttach}>
          {messageOf(send.error)}
        </Notice>
      )}
      <div role="status">{send.isSuccess && <Notice tone="good">{texts.attached}</Notice>}</div>
      <Button kind="ghost" wide busy={send.isPending} onClick={() => input.current?.click()}>
        {send.isPending ? texts.attaching : texts.attach}
      </Button>
      <p className={css.caption}>{texts.attachHint}</p>
    </div>
  );
}
