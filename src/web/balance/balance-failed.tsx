import { paths } from '../../contract/paths.ts';
import { ApiFailure } from '../../ui/api-failure.ts';
import { Screen } from '../shell/screen.tsx';
import { useGo } from '../shell/use-go.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { balanceTexts as texts } from './texts.ts';

interface BalanceFailedProps {
  error: Error;
  retry: () => void;
  isRetrying: boolean;
}

/**
 * Shown when the balance fails to load. The failure is tracked only; the page offers next steps, or the server's
 * message for a wrong document or too many queries.
 */
export function BalanceFailed({ error, retry, isRetrying }: BalanceFailedProps) {
  const go = useGo();
  const fields = error instanceof ApiFailure ? error.fields : {};
  const wrong = fields.document_type ?? fields.document_number;
  const isRefused = error instanceof ApiFailure && error.status >= 400 && error.status < 500;
  const words = wrong ?? (isRefused ? error.message : texts.failedNext);
  return (
    <Screen title={texts.failed}>
      <Card>
        <p>{words}</p>
        {/* The same wrong document would only be refused again. */}
        {wrong === undefined && (
          <Button wide busy={isRetrying} onClick={retry}>
            {texts.retry}
          </Button>
        )}
        <Button
          wide
          kind={wrong === undefined ? 'ghost' : 'primary'}
          onClick={() => go.to(paths.accountStatus())}
        >
          {texts.another}
        </Button>
      </Card>
    </Screen>
  );
}
