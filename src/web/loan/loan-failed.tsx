import { ApiFailure, messageOf } from '../../ui/api-failure.ts';
import { FinishError } from '../finish/finish-error.tsx';
import { NotLoaded } from '../shell/not-loaded.tsx';
import { errorTexts } from '../text/shared.ts';

/** No loan to show: the server's message with the way back, or, where no answer came, another try. */
export function LoanFailed({ error, retry }: { error: Error; retry: () => void }) {
  if (!(error instanceof ApiFailure) || !error.passing) return <FinishError message={messageOf(error)} />;
  return <NotLoaded title={errorTexts.title} message={messageOf(error)} retry={retry} />;
}
