import { useMutation, useQuery } from '@tanstack/react-query';
import { paths } from '../../contract/paths.ts';
import { messageOf } from '../../ui/api-failure.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/tag.tsx';
import { call } from '../api.ts';
import { useCountry } from '../country.tsx';
import { Link } from '../shell/link.tsx';
import { Screen, ScreenSkeleton } from '../shell/screen.tsx';
import { useGo } from '../shell/use-go.ts';
import { Card } from '../ui/card.tsx';
import { textLinkClass } from '../ui/text-link.tsx';
import { ownDocumentTexts as texts } from './texts.ts';

/** /documento-propio: state of a claim, and its missing steps (docs/product/signup-and-login.md#document-of-another-account). */
export function OwnDocumentScreen() {
  const claim = useQuery({
    queryKey: ['document-claim'],
    queryFn: async () => (await call('GET /api/v3/document-claim')).result,
    staleTime: 0,
  });
  const send = useMutation({
    mutationFn: () => call('POST /api/v3/document-claim/finish', { body: {} }),
    onSuccess: () => claim.refetch(),
    meta: { quiet: true },
  });
  const go = useGo();
  const { mainDocument } = useCountry();
  if (!claim.data) return <ScreenSkeleton />;
  const { state, document, phone, photos } = claim.data;
  return (
    <Screen title={texts.title} intro={document === '' ? undefined : <p>{`${mainDocument} ${document}`}</p>}>
      <Card>
        {state === 'open' ? (
          <>
            <p>{texts.needed}</p>
            <ul>
              <Step isDone={phone} done={texts.phoneDone} to={paths.phone()} missing={texts.phone} />
              <Step isDone={photos} done={texts.photosDone} to={paths.identity()} missing={texts.photos} />
            </ul>
            <p>{texts.back}</p>
            {send.isError && <p role="alert">{messageOf(send.error)}</p>}
            <Button wide busy={send.isPending} disabled={!phone || !photos} onClick={() => send.mutate()}>
              {texts.send}
            </Button>
          </>
        ) : (
          <>
            <Notice>{texts.states[state]}</Notice>
            <Button wide onClick={() => go.to(paths.welcome())}>
              {texts.go}
            </Button>
          </>
        )}
      </Card>
    </Screen>
  );
}

interface StepProps {
  isDone: boolean;
  done: string;
  to: string;
  missing: string;
}

function Step({ isDone, done, to, missing }: StepProps) {
  return (
    <li>
      {isDone ? (
        `✓ ${done}`
      ) : (
        <Link to={to} className={textLinkClass}>
          {missing}
        </Link>
      )}
    </li>
  );
}
