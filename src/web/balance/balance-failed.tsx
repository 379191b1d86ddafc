import { ApiFailure } from '../api-failure.ts';
import { paths } from '../paths.ts';
import { Screen } from '../shell/screen.tsx';
import { useGo } from '../shell/use-go.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { balanceTexts as texts } from './texts.ts';

interface BalanceFailedProps {
  error: Error;
  retry: () => void;
  isRetrying: boolean;
}

/**
 * A balance that could not be had. The failure itself is tracked only (B §8): the page says what can be done next,
 * which for a wrong document or too many questions is what the server says of them.
 */
export function BalanceFailed({ error, retry, isRetrying }: BalanceFailedProps) {
  const go = useGo();
  const isTheirs = error instanceof ApiFailure && error.status >= 400 && error.status < 500;
  const words = isTheirs ? (error.fields.document_number ?? error.message) : texts.failedNext;
  return (
    <Screen title={texts.failed}>
      <Card>
        <p>{words}</p>
        <Button wide busy={isRetrying} onClick={retry}>
          {texts.retry}
        </Button>
        <Button wide kind="ghost" onClick={() => go.to(paths.accountStatus())}>
          {texts.another}
        </Button>
      </Card>
    </Screen>
  );
}
