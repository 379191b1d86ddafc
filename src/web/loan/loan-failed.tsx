import { ApiFailure, messageOf } from '../api-failure.ts';
import { FinishError } from '../finish/finish-error.tsx';
import { Screen } from '../shell/screen.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { errorTexts } from '../text/shared.ts';
import { loanTexts as texts } from './texts.ts';

/** No loan to show: the server's word with the way back (A §8), or, where no answer came, another try. */
export function LoanFailed({ error, retry }: { error: Error; retry: () => void }) {
  if (!(error instanceof ApiFailure) || !error.passing) return <FinishError message={messageOf(error)} />;
  return (
    <Screen title={errorTexts.title}>
      <Card>
        <p role="alert">{messageOf(error)}</p>
        <Button wide onClick={retry}>
          {texts.again}
        </Button>
      </Card>
    </Screen>
  );
}
