import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { AWAITS } from '../../words/texts.ts';
import { Change } from '../ui/change.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import css from '../ui/page.module.css';
import { staleBy } from '../ui/outcome.ts';

/** Response of a money command. */
interface Answer {
  readonly outcome: 'done' | 'pending_approval' | 'preview';
  readonly before: string;
  readonly after: string;
}

export interface MoneyDialogProps {
  onClose: () => void;
  onDone: (message: string) => void;
  /** Called after a concurrent change: reloads the page's data. */
  onStale: () => void;
}

/** Row with an open dialog, and the dialog's data. */
export function useChosen<Row>({ onDone, onStale }: Omit<MoneyDialogProps, 'onClose'>) {
  const [chosen, setChosen] = useState<Row>();
  const onClose = () => setChosen(undefined);
  const dialog: MoneyDialogProps = {
    onClose,
    onStale,
    onDone(message) {
      onClose();
      onDone(message);
    },
  };
  return { chosen, setChosen, dialog };
}

interface Props extends MoneyDialogProps {
  title: string;
  /** Confirmation if one person suffices. */
  done: string;
  write: (query: { preview?: '1' }) => Promise<Answer>;
  /** Summary of the choice, shown above its effect. */
  chosen?: ReactNode;
  children: ReactNode;
}

/** First what would happen, with the ledger before and after; then it is done, or waits for a second person. */
export function MoneyDialog({ title, done, write, chosen, onClose, onDone, onStale, children }: Props) {
  const [seen, setSeen] = useState<Answer>();
  const send = useMutation({
    mutationFn: () => write(seen ? {} : { preview: '1' }),
    onSuccess: (answer) => {
      if (answer.outcome === 'preview') setSeen(answer);
      else onDone(answer.outcome === 'done' ? done : AWAITS);
    },
    onError: staleBy(onStale),
  });
  return (
    <FormDialog title={title} action={seen ? 'Confirmar' : 'Ver qué pasaría'} write={send} onClose={onClose}>
      <div hidden={seen !== undefined}>
        {/* A field that is hidden is not asked for. */}
        <fieldset disabled={seen !== undefined} className={css.bare}>
          {children}
        </fieldset>
      </div>
      {seen && <Effect seen={seen} chosen={chosen} onBack={() => setSeen(undefined)} />}
    </FormDialog>
  );
}

interface EffectProps {
  seen: Answer;
  chosen: ReactNode;
  onBack: () => void;
}

function Effect({ seen, chosen, onBack }: EffectProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h3 ref={heading} tabIndex={-1}>
        Qué pasaría
      </h3>
      {chosen !== undefined && <p>{chosen}</p>}
      <Change before={seen.before} after={seen.after} />
      <p>
        <button type="button" className={css.link} onClick={onBack}>
          Cambiar algo
        </button>
      </p>
    </>
  );
}
