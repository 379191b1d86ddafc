import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../ui/api-failure.ts';
import { call } from '../api.ts';
import { TextAreaField } from '../forms/later-fields.tsx';
import { useForm } from '../forms/use-form.ts';
import { EndingFigures } from '../membership/ending-figures.tsx';
import type { Profile } from '../profile.ts';
import { queryClient } from '../query-client.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Decided } from './decided.tsx';
import css from './legal.module.css';
import type { RequestKind } from './request-form.tsx';
import { ownRequestTexts as own, requestTexts as texts } from './texts.ts';

interface OwnRequestProps {
  button: string;
  kind: RequestKind;
  profile: Profile;
}

/** A logged-in customer confirms on the screen: nothing is asked that is known, and no link is sent. */
export function OwnRequest({ button, kind, profile }: OwnRequestProps) {
  const [isAsking, setAsking] = useState(false);
  const form = useForm({ initial: { comment: '' }, rules: {}, onSubmit: () => setAsking(true) });
  const send = useMutation({
    mutationFn: () =>
      call('POST /api/v3/withdrawal/own', { body: { kind, reason: form.values.comment.trim() } }),
    onSuccess: () => queryClient.invalidateQueries(),
    onSettled: () => setAsking(false),
    meta: { quiet: true },
  });
  const membership = useQuery({
    queryKey: ['membership'],
    queryFn: async ({ signal }) => (await call('GET /api/v3/membership', { signal })).model,
    enabled: kind === 'membership',
    meta: { quiet: true },
  });
  const ending = membership.data?.membership?.ending;
  if (send.isSuccess)
    return (
      <Card>
        <Decided {...send.data} />
      </Card>
    );
  return (
    <Card>
      <h2>{texts.form}</h2>
      <p>{own.whose(`${profile.first_name} ${profile.last_name}`)}</p>
      {send.isError && <p role="alert">{messageOf(send.error)}</p>}
      <form {...form.props} className={css.form}>
        <TextAreaField
          {...form.field('comment')}
          label={texts.comment}
          hint={texts.commentHint}
          maxLength={2000}
          rows={2}
        />
        <Button type="submit" wide busy={membership.isLoading}>
          {button}
        </Button>
      </form>
      {isAsking && (
        <Dialog
          open
          busy={send.isPending}
          onClose={() => setAsking(false)}
          title={own.title[kind]}
          actions={
            <>
              <Button wide kind="danger" busy={send.isPending} onClick={() => send.mutate()}>
                {own.yes}
              </Button>
              <Button wide kind="ghost" disabled={send.isPending} onClick={() => setAsking(false)}>
                {own.no}
              </Button>
            </>
          }
        >
          {ending ? <EndingFigures ending={ending} /> : <p>{own.text[kind]}</p>}
        </Dialog>
      )}
    </Card>
  );
}
