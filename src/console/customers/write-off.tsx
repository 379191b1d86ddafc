import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { UNDO_WRITE_OFF_REASON_NAMES, WRITE_OFF_REASON_NAMES } from '../../words/money.ts';
import { money } from '../amounts.ts';
import { call } from '../api.ts';
import { MoneyDialog, type MoneyDialogProps } from '../money/money-dialog.tsx';
import { allows, useMe } from '../session.ts';
import { EvidenceField, type Evidence } from '../ui/evidence.tsx';
import page from '../ui/page.module.css';
import { ReasonFields, useReason } from '../ui/reason-fields.tsx';
import type { Customer, Loan } from './texts.ts';
import css from './customers.module.css';

interface WriteOffProps {
  customer: Customer;
  loan: Loan;
  onDone: (message: string) => void;
  /** Called to read the page again. */
  onChanged: () => void;
}

/** Write-off of a loan in the lender's books, and the recovered part; invisible to the borrower. */
export function WriteOff({ customer, loan, onDone, onChanged }: WriteOffProps) {
  const me = useMe();
  const [isOpen, setIsOpen] = useState(false);
  const { write_off: writeOff } = loan;
  const isUndo = writeOff !== null;
  const mayDo = isUndo
    ? allows(me, 'POST /api/staff/money/loans/{id}/write-off/undo')
    : allows(me, 'POST /api/staff/money/loans/{id}/write-off');
  const isPossible = isUndo
    ? loan.state === 'approved' && writeOff.recovered === 0
    : loan.can_write_off && customer.state === 'active';
  const close = () => setIsOpen(false);
  const dialog = {
    customer,
    loan,
    onClose: close,
    onDone: (message: string) => {
      close();
      onDone(message);
      onChanged();
    },
    onStale: onChanged,
  };
  return (
    <>
      {writeOff && (
        <p className={css.paper}>
          Castigado el <span className={page.whole}>{writeOff.on}</span> por{' '}
          {money(writeOff.amount, loan.currency)} de capital. Recuperado:{' '}
          {money(writeOff.recovered, loan.currency)}.
          <span className={page.minor}>
            Lo pidió {writeOff.asked_by} y lo aprobó {writeOff.approved_by}. La persona debe lo mismo.
          </span>
        </p>
      )}
      {isPossible && mayDo && (
        <p className={css.paper}>
          <Button kind="ghost" small onClick={() => setIsOpen(true)}>
            {isUndo ? 'Deshacer el castigo' : 'Castigar'}
          </Button>
        </p>
      )}
      {isOpen && (isUndo ? <UndoDialog {...dialog} /> : <WriteOffDialog {...dialog} />)}
    </>
  );
}

type DialogProps = MoneyDialogProps & Pick<WriteOffProps, 'customer' | 'loan'>;

function WriteOffDialog({ customer, loan, ...dialog }: DialogProps) {
  const [evidence, setEvidence] = useState<Evidence>();
  const reason = useReason(WRITE_OFF_REASON_NAMES, 'not-collectable');
  return (
    <MoneyDialog
      {...dialog}
      title={`Castigar el préstamo ${loan.id}`}
      done="Listo: quedó castigado."
      write={(query) =>
        call('POST /api/staff/money/loans/{id}/write-off', {
          params: { id: loan.id },
          query,
          version: loan.books,
          body: { file: evidence?.id ?? '0', ...reason.body },
        })
      }
    >
      <p>
        Tiene {loan.days_late} días de atraso. El capital que debe pasa a pérdida en los libros cuando otra
        persona lo apruebe; lo que pague después será recupero. Para la persona no cambia nada: debe lo mismo
        y no se le avisa.
      </p>
      <EvidenceField country={customer.country} evidence={evidence} onChange={setEvidence} />
      <ReasonFields {...reason.fields} />
    </MoneyDialog>
  );
}

function UndoDialog({ loan, customer: _customer, ...dialog }: DialogProps) {
  const reason = useReason(UNDO_WRITE_OFF_REASON_NAMES, 'by-mistake');
  return (
    <MoneyDialog
      {...dialog}
      title={`Deshacer el castigo del préstamo ${loan.id}`}
      done="Listo: el castigo quedó sin efecto."
      write={(query) =>
        call('POST /api/staff/money/loans/{id}/write-off/undo', {
          params: { id: loan.id },
          query,
          version: loan.books,
          body: reason.body,
        })
      }
    >
      <p>
        El capital vuelve a ser un crédito a cobrar cuando otra persona lo apruebe. Se puede mientras no se
        haya recuperado nada.
      </p>
      <ReasonFields {...reason.fields} />
    </MoneyDialog>
  );
}
