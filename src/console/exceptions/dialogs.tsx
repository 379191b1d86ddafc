import { useState } from 'react';
import {
  APPROVE_EXCEPTION_NAMES,
  OVERRIDE_NAMES,
  REFUSE_EXCEPTION_NAMES,
} from '../../words/decision-names.ts';
import type { ExceptionCard } from '../../words/exceptions.ts';
import { AWAITS } from '../../words/texts.ts';
import { money } from '../amounts.ts';
import { asSeen, call } from '../api.ts';
import css from '../ui/page.module.css';
import { answered, ReasonDialog } from '../ui/write-dialog.tsx';

interface DialogProps {
  card: ExceptionCard;
  onClose: () => void;
  onDone: (message: string) => void;
}

/** Amount within the price list; `most` is the highest that this decision allows. */
function AmountField({
  card,
  most,
  value,
  onChange,
}: {
  card: ExceptionCard;
  most: number;
  value: number;
  onChange: (value: number) => void;
}) {
  return (
    <label className={css.field}>
      <span>Importe máximo de la oferta</span>
      <input
        type="number"
        required
        min={card.min_amount}
        max={most}
        step={card.step}
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
      />
      <span className={css.minor}>
        De {money(card.min_amount, card.currency)} a {money(most, card.currency)}, de a{' '}
        {money(card.step, card.currency)}.
      </span>
    </label>
  );
}

export function ApproveDialog({ card, ...part }: DialogProps) {
  const [amount, setAmount] = useState(card.lower_max);
  return (
    <ReasonDialog
      {...part}
      title="Aprobar por menos"
      action="Aprobar"
      names={APPROVE_EXCEPTION_NAMES}
      first="small-risk"
      write={(reason) =>
        call('POST /api/staff/exceptions/{id}/approve', { ...asSeen(card), body: { amount, ...reason } })
      }
      said={answered}
    >
      <p>La persona recibe una oferta hasta este importe y se lo avisamos por mail.</p>
      <AmountField card={card} most={card.lower_max} value={amount} onChange={setAmount} />
    </ReasonDialog>
  );
}

export function OverrideDialog({ card, ...part }: DialogProps) {
  const [amount, setAmount] = useState(card.override_max);
  return (
    <ReasonDialog
      {...part}
      title="Aprobar contra las reglas"
      action="Pedir aprobación"
      names={OVERRIDE_NAMES}
      first="known-customer"
      write={(reason) =>
        call('POST /api/staff/exceptions/{id}/override', { ...asSeen(card), body: { amount, ...reason } })
      }
      said={AWAITS}
    >
      <p>Otra persona tiene que aprobarlo. Nunca pasa el máximo de la lista de precios.</p>
      <AmountField card={card} most={card.override_max} value={amount} onChange={setAmount} />
    </ReasonDialog>
  );
}

export function RefuseDialog({ card, ...part }: DialogProps) {
  return (
    <ReasonDialog
      {...part}
      title="Rechazar la solicitud"
      action="Rechazar"
      kind="danger"
      names={REFUSE_EXCEPTION_NAMES}
      first="unclear"
      write={(reason) =>
        call('POST /api/staff/exceptions/{id}/refuse', { ...asSeen(card), body: { ...reason } })
      }
      said={answered}
    >
      <p>
        La persona lee que no cumple las condiciones y cómo pedir que se revise un dato. Tu explicación queda
        para el equipo.
      </p>
    </ReasonDialog>
  );
}
