import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { paths } from '../../contract/paths.ts';
import { withdrawalTextsOf } from '../../countries/law/withdrawal.ts';
import { ApiFailure, messageOf } from '../../ui/api-failure.ts';
import { call } from '../api.ts';
import { useCountry } from '../country.tsx';
import { hideSecret } from '../login/addresses.ts';
import { EndingFigures } from '../membership/ending-figures.tsx';
import { usePathParam } from '../router/context.ts';
import { Screen } from '../shell/screen.tsx';
import { useGo } from '../shell/use-go.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { LinkSent, useSendLink } from './link-again.tsx';
import { Decided } from './decided.tsx';
import type { RequestKind } from './request-form.tsx';
import { confirmTexts as texts } from './texts.ts';

/** /arrepentimiento/{hash} */
export function ConfirmWithdrawalScreen() {
  return <ConfirmRequestScreen kind="loan" />;
}

/** /baja-membresia/{hash} */
export function ConfirmMembershipScreen() {
  return <ConfirmRequestScreen kind="membership" />;
}

/** The link of a request's e-mail: a click confirms it, so that a mail scanner that opens it changes nothing. */
function ConfirmRequestScreen({ kind }: { kind: RequestKind }) {
  const all = withdrawalTextsOf(useCountry().code);
  const { title } = kind === 'loan' ? all.withdrawal : all.membership;
  const start = kind === 'loan' ? paths.withdrawal() : paths.membershipCancellation();
  const given = usePathParam('hash');
  // Kept here: the address forgets it at once.
  const [code] = useState(given);
  useEffect(() => hideSecret(start), [start]);
  const preview = useQuery({
    queryKey: ['withdrawal-preview', code],
    queryFn: async ({ signal }) =>
      (await call('POST /api/v3/withdrawal/preview', { body: { code }, signal })).model,
    enabled: kind === 'membership',
    // The confirmation shows the link's error.
    retry: false,
    gcTime: 0,
    meta: { quiet: true },
  });
  const ending = preview.data?.ending;
  const confirm = useMutation({
    mutationFn: () => call('POST /api/v3/withdrawal/confirm', { body: { code } }),
    meta: { quiet: true },
  });
  const sendLink = useSendLink();
  const isInvalid = confirm.error instanceof ApiFailure && confirm.error.code === 'link_invalid';
  const go = useGo();
  return (
    <Screen title={title}>
      <Card>
        {confirm.isSuccess ? (
          <Decided {...confirm.data} />
        ) : (
          <>
            {ending && <EndingFigures ending={ending} />}
            <p>{texts.question}</p>
            {confirm.isError && <p role="alert">{messageOf(confirm.error)}</p>}
            {sendLink.isSuccess ? (
              <LinkSent messages={sendLink.data.messages} />
            ) : isInvalid ? (
              <Button wide busy={sendLink.isPending} onClick={() => sendLink.mutate(code)}>
                {texts.sendLink}
              </Button>
            ) : (
              <Button wide busy={confirm.isPending || preview.isLoading} onClick={() => confirm.mutate()}>
                {texts.confirm}
              </Button>
            )}
            {sendLink.isError && <p role="alert">{messageOf(sendLink.error)}</p>}
            {confirm.isError && (
              <Button wide kind="text" onClick={() => go.to(start)}>
                {texts.again}
              </Button>
            )}
          </>
        )}
      </Card>
    </Screen>
  );
}
