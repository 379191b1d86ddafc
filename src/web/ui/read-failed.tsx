import { ApiFailure, messageOf } from '../../ui/api-failure.ts';
import { Button } from '../../ui/button.tsx';
import { errorTexts } from '../text/shared.ts';

interface ReadFailedProps {
  error: Error;
  retry: () => Promise<unknown>;
}

/** Failed read within a page, with a retry unless the same request would fail again. */
export function ReadFailed({ error, retry }: ReadFailedProps) {
  const isFinal = error instanceof ApiFailure && !error.passing;
  return (
    <>
      <p role="alert">{messageOf(error)}</p>
      {!isFinal && (
        <Button wide kind="ghost" onClick={() => void retry()}>
          {errorTexts.again}
        </Button>
      )}
    </>
  );
}
