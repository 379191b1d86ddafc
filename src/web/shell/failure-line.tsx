import { useEffect, useState } from 'react';
import { messageOf } from '../../ui/api-failure.ts';
import { shellTexts } from '../text/shared.ts';
import css from './failure-line.module.css';
import { openPlace } from './failures.ts';
import { isUnproven } from './report-failure.ts';

/** Place for the failures of a dialog, of a bar, or of the form with this id (docs/product/shell.md#failures-of-an-action). */
export function FailureLine({ form }: { form?: string | undefined }) {
  const [message, set] = useState('');
  useEffect(() => openPlace({ form, set }), [form]);
  return <Line message={message} onClose={() => set('')} />;
}

/** Failure of one action among several of a page; gone with its next try. */
export function FailureOf({ error }: { error: unknown }) {
  const [closed, setClosed] = useState<unknown>(null);
  const isShown = error !== null && error !== undefined && error !== closed && !isUnproven(error);
  return <Line message={isShown ? messageOf(error) : ''} onClose={() => setClosed(error)} />;
}

/** The snackbar's words and button, which stay. */
function Line({ message, onClose }: { message: string; onClose: () => void }) {
  return (
    <div role="status" aria-live="assertive" className={css.place}>
      {message !== '' && (
        <div className={css.line}>
          <p>{message}</p>
          <button type="button" className={css.close} onClick={onClose}>
            {shellTexts.close}
          </button>
        </div>
      )}
    </div>
  );
}
