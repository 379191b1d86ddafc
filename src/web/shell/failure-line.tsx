import { useEffect, useState } from 'react';
import { messageOf } from '../../ui/api-failure.ts';
import css from './failure-line.module.css';
import { openPlace } from './failures.ts';
import { isUnproven } from './report-failure.ts';

/** Place for the failures of a dialog, of a bar, or of the form with this id (docs/product/shell.md#failures-of-an-action). */
export function FailureLine({ form }: { form?: string | undefined }) {
  const [message, set] = useState('');
  useEffect(() => openPlace({ form, set }), [form]);
  return <Line message={message} />;
}

/** Failure of one action among several of a page; gone with its next try. */
export function FailureOf({ error }: { error: unknown }) {
  const isSaid = error !== null && error !== undefined && !isUnproven(error);
  return <Line message={isSaid ? messageOf(error) : ''} />;
}

function Line({ message }: { message: string }) {
  return (
    <div role="status" aria-live="assertive" className={css.place}>
      {message !== '' && <p className={css.line}>{message}</p>}
    </div>
  );
}
