import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { HOLD_REASONS, HOLD_RULES, type HoldReason } from '../../domain/holds.ts';
import { loanState } from '../../words/names.ts';
import { call } from '../api.ts';
import type { CustomerDialogProps } from '../customers/texts.ts';
import { allows, useMe } from '../session.ts';
import { EvidenceField, type Evidence } from '../ui/evidence.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import page from '../ui/page.module.css';
import { ReasonFields, useReason } from '../ui/reason-fields.tsx';
import { HOLD_NAMES } from '../../words/hold-names.ts';
import { stopsText } from '../../words/holds.ts';

/** Holds a customer. What it stops is said before, since it counts at once. */
export function PlaceDialog({ customer, onClose, onDone }: CustomerDialogProps) {
  const me = useMe();
  const { loans } = customer;
  const [loan, setLoan] = useState(loans[0]?.id ?? '');
  const [lastDay, setLastDay] = useState('');
  const [evidence, setEvidence] = useState<Evidence>();
  const names = Object.fromEntries(
    HOLD_REASONS.filter((each) => HOLD_RULES[each].on === 'customer' || loans.length > 0).map((each) => [
      each,
      HOLD_NAMES[each],
    ]),
  ) as Record<HoldReason, string>;
  const reason = useReason(names, 'fraud');
  const rule = HOLD_RULES[reason.code];
  const place = useMutation({
    mutationFn: () =>
      call('POST /api/staff/customers/{id}/holds', {
        params: { id: customer.id },
        version: customer.version,
        body: {
          ...reason.body,
          ...(rule.on === 'loan' ? { loan } : {}),
          ...(rule.mayEnd && lastDay ? { last_day: lastDay } : {}),
          ...(evidence ? { file: evidence.id } : {}),
        },
      }),
    onSuccess: ({ messages }) => onDone(messages.join(' ')),
  });
  return (
    <FormDialog title="Bloquear" action="Bloquear" kind="danger" write={place} onClose={onClose}>
      <ReasonFields {...reason.fields} />
      {rule.on === 'loan' && (
        <label className={page.field}>
          <span>Préstamo</span>
          <select value={loan} onChange={(event) => setLoan(event.target.value)}>
            {loans.map((each) => (
              <option key={each.id} value={each.id}>
                {each.id} · {loanState(each.state)}
              </option>
            ))}
          </select>
        </label>
      )}
      <p role="status">
        {rule.on === 'loan' ? 'Impide en ese préstamo' : 'Impide'} {stopsText(reason.code)}. Pagar puede
        siempre. Vale en el momento; levantarlo necesita dos personas.
      </p>
      {rule.mayEnd && (
        <label className={page.field}>
          <span>Último día (opcional)</span>
          <input type="date" value={lastDay} onChange={(event) => setLastDay(event.target.value)} />
        </label>
      )}
      {allows(me, 'POST /api/staff/files') && (
        <EvidenceField optional country={customer.country} evidence={evidence} onChange={setEvidence} />
      )}
    </FormDialog>
  );
}
