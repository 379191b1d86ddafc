import { paths } from '../../contract/paths.ts';
import { Screen } from '../shell/screen.tsx';
import { useFromTop } from '../ui/scroll.ts';
import { useGo } from '../shell/use-go.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Notice } from '../../ui/tag.tsx';
import css from './finish.module.css';
import { finishTexts as texts } from './texts.ts';
import { ApiFailure, messageOf } from '../../ui/api-failure.ts';
import { NotLoaded } from '../shell/not-loaded.tsx';
import { errorTexts } from '../text/shared.ts';

/**
 * The finish screen's error state: the server's message, and back to the start
 * (docs/product/confirmation.md#finish).
 */
export function FinishError({ message }: { message: string }) {
  const go = useGo();
  useFromTop();
  return (
    <Screen title={<span className={css.quoted}>{texts.errorTitle}</span>}>
      <Card>
        <Notice tone="bad" urgent title={message} />
        <Button wide onClick={() => go.to(paths.welcome())}>
          {texts.errorBack}
        </Button>
      </Card>
    </Screen>
  );
}

/** No loan to show: the server's message with the way back, or, where no answer came, another try. */
export function LoanFailed({ error, retry }: { error: Error; retry: () => void }) {
  if (!(error instanceof ApiFailure) || !error.passing) return <FinishError message={messageOf(error)} />;
  return <NotLoaded title={errorTexts.title} message={messageOf(error)} retry={retry} />;
}
