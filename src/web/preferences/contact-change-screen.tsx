import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { paths } from '../../contract/paths.ts';
import { messageOf } from '../../ui/api-failure.ts';
import { Button } from '../../ui/button.tsx';
import { call } from '../api.ts';
import { hideSecret } from '../login/addresses.ts';
import { usePathParam } from '../router/context.ts';
import { Screen } from '../shell/screen.tsx';
import { useGo } from '../shell/use-go.ts';
import { Card } from '../ui/card.tsx';
import { contactChangeTexts as texts } from './texts.ts';

/** /deshacer-cambio/{hash}: a click undoes it, so that a mail scanner that opens the link changes nothing. */
export function ContactChangeScreen() {
  const given = usePathParam('hash');
  // Kept here: the address forgets it at once.
  const [code] = useState(given);
  useEffect(() => hideSecret(paths.login()), []);
  const stop = useMutation({
    mutationFn: () => call('POST /api/v3/contact-change/stop', { body: { code } }),
    meta: { quiet: true },
  });
  const go = useGo();
  return (
    <Screen title={texts.title}>
      <Card>
        {stop.isSuccess ? (
          <>
            <p role="status">{stop.data.messages.join(' ')}</p>
            <Button wide onClick={() => go.to(paths.login())}>
              {texts.logIn}
            </Button>
          </>
        ) : (
          <>
            <p>{texts.question}</p>
            {stop.isError && <p role="alert">{messageOf(stop.error)}</p>}
            <Button wide busy={stop.isPending} onClick={() => stop.mutate()}>
              {texts.stop}
            </Button>
          </>
        )}
      </Card>
    </Screen>
  );
}
