import { useState } from 'react';
import { paths } from '../../contract/paths.ts';
import { useProfileQuery } from '../profile.ts';
import { useLoggedIn } from '../session.ts';
import { Screen } from '../shell/screen.tsx';
import { useGo } from '../shell/use-go.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Notice } from '../../ui/tag.tsx';
import { LinkAgainForm } from './link-again.tsx';
import { OwnRequest } from './own-request.tsx';
import { RequestForm, type RequestKind } from './request-form.tsx';
import { requestTexts as texts } from './texts.ts';
import { withdrawalTextsOf } from '../../countries/law/withdrawal.ts';
import { useCountry } from '../country.tsx';

/**
 * 'Botón de arrepentimiento' as a public page: no login, no reason asked (docs/product/rights.md#withdrawal).
 */
export function WithdrawalScreen() {
  const { withdrawal } = withdrawalTextsOf(useCountry().code);
  return <RequestScreen {...withdrawal} kind="loan" />;
}

/** 'Botón de baja' of the membership as a public page (docs/product/rights.md#ending-the-membership). */
export function MembershipCancellationScreen() {
  const { membership } = withdrawalTextsOf(useCountry().code);
  return <RequestScreen {...membership} kind="membership" />;
}

interface RequestScreenProps {
  title: string;
  /** Word of the button that sends the request. */
  button: string;
  /** The right and its terms. */
  paragraphs: readonly string[];
  kind: RequestKind;
}

/** A right explained, and the request that makes use of it. */
function RequestScreen({ title, button, paragraphs, kind }: RequestScreenProps) {
  const [received, setReceived] = useState<string | null>(null);
  const loggedIn = useLoggedIn();
  const profile = useProfileQuery(loggedIn);
  return (
    <Screen title={title}>
      <Card>
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </Card>
      {loggedIn && profile.data ? (
        <OwnRequest button={button} kind={kind} profile={profile.data} />
      ) : received === null ? (
        !(loggedIn && profile.isPending) && (
          <>
            <RequestForm button={button} kind={kind} onSent={setReceived} />
            <LinkAgainForm />
          </>
        )
      ) : (
        <>
          <Received message={received} onAnother={() => setReceived(null)} />
          <LinkAgainForm />
        </>
      )}
    </Screen>
  );
}

function Received({ message, onAnother }: { message: string; onAnother: () => void }) {
  const go = useGo();
  return (
    <Card>
      <div role="status">
        <Notice tone="good" answers title={texts.sentTitle}>
          {message}
        </Notice>
      </div>
      <Button wide onClick={() => go.to(paths.root())}>
        {texts.home}
      </Button>
      <Button wide kind="text" onClick={onAnother}>
        {texts.another}
      </Button>
    </Card>
  );
}
