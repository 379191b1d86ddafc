import { useMutation, useQuery } from '@tanstack/react-query';
import { paths } from '../../contract/paths.ts';
import { messageOf } from '../../ui/api-failure.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/tag.tsx';
import { call } from '../api.ts';
import { Link } from '../shell/link.tsx';
import { Screen, ScreenSkeleton } from '../shell/screen.tsx';
import { useGo } from '../shell/use-go.ts';
import { Card } from '../ui/card.tsx';
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
  if (!claim.data) return <ScreenSkeleton />;
  const { state, document, phone, photos } = claim.data;
  return (
    <Screen title={texts.title} intro={document === '' ? undefined : <p>Documento {document}</p>}>
      <Card>
        {state === 'open' ? (
          <>
            <p>{texts.needed}</p>
            <ul>
              <li>{phone ? texts.phoneDone : <Link to={paths.phone()}>{texts.phone}</Link>}</li>
              <li>{photos ? texts.photosDone : <Link to={paths.identity()}>{texts.photos}</Link>}</li>
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
