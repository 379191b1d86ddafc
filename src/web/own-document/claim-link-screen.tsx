import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { paths } from '../../contract/paths.ts';
import { messageOf } from '../../ui/api-failure.ts';
import { Button } from '../../ui/button.tsx';
import { call, revoke } from '../api.ts';
import { hideSecret } from '../login/addresses.ts';
import { session } from '../session.ts';
import { usePathParam } from '../router/context.ts';
import { Screen } from '../shell/screen.tsx';
import { useGo } from '../shell/use-go.ts';
import { Card } from '../ui/card.tsx';
import { ownDocumentTexts as texts } from './texts.ts';

/** /documento-propio/{hash}: a click opens the account, so that a mail scanner that opens the link does not. */
export function ClaimLinkScreen() {
  const given = usePathParam('hash');
  // Kept here: the address forgets it at once.
  const [code] = useState(given);
  useEffect(() => hideSecret(paths.ownDocument()), []);
  const go = useGo();
  const open = useMutation({
    mutationFn: () => call('POST /api/v3/document-claim/open', { body: { code }, token: '' }),
    onSuccess: ({ token, expired }) => {
      const before = session.token();
      session.login({ token, expired });
      if (before !== token) revoke(before);
      go.to(paths.ownDocument());
    },
    meta: { quiet: true },
  });
  return (
    <Screen title={texts.title}>
      <Card>
        <p>{texts.question}</p>
        {open.isError && <p role="alert">{messageOf(open.error)}</p>}
        <Button wide busy={open.isPending} onClick={() => open.mutate()}>
          {texts.open}
        </Button>
      </Card>
    </Screen>
  );
}
