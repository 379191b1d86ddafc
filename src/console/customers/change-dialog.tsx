import { useState } from 'react';
import type { InputOf } from '../../contract/contract.ts';
import { calendarDate, daysBetween } from '../../domain/calendar-date.ts';
import { CHANGE_KINDS, CHANGE_REASON_NAMES, type ChangeKind } from '../../words/money.ts';
import { money } from '../amounts.ts';
import { call } from '../api.ts';
import { AmountField } from '../money/manual-dialog.tsx';
import { MoneyDialog, type MoneyDialogProps } from '../money/money-dialog.tsx';
import page from '../ui/page.module.css';
import { ReasonFields, useReason } from '../ui/reason-fields.tsx';
import type { Changes } from './texts.ts';

type Change = InputOf<'POST /api/staff/loans/{id}/changes', 'body'>['change'];

export const ALL_KINDS = Object.keys(CHANGE_KINDS) as readonly ChangeKind[];

/** Limits of one person, read before anything is typed. */
export function limitsText({ alone: { most, left, pause_days: days }, currency }: Changes): string {
  const pause = days === 0 ? '' : `pausar la mora ${days === 1 ? 'un día' : `hasta ${days} días`}`;
  const waiver =
    Math.min(most, left) <= 0
      ? ''
      : `perdonar mora hasta ${money(most, currency)} de este préstamo; te quedan ${money(left, currency)} este mes`;
  const may = [pause, waiver].filter(Boolean).join(' y ');
  return may === ''
    ? 'Todo espera aprobación: ya usaste lo que podés decidir sin otra persona.'
    : `Sin otra persona podés ${may}. Lo demás espera aprobación.`;
}

/** True if the values typed so far need a second person's approval. */
function waitsForApproval(kind: ChangeKind, { part, amount, from, to }: Values, { alone }: Changes): boolean {
  if (kind === 'pause')
    return from !== '' && to !== '' && daysBetween(calendarDate(from), calendarDate(to)) >= alone.pause_days;
  return kind !== 'waive' || part !== 'default-interest' || units(amount) > Math.min(alone.most, alone.left);
}

/** A change of a loan: first what would happen, then it is done or waits for a second person. */
export function ChangeDialog({
  changes,
  kind,
  ...dialog
}: MoneyDialogProps & { changes: Changes; kind: ChangeKind }) {
  const form = useForm();
  const reason = useReason(CHANGE_REASON_NAMES, 'cannot-pay');
  return (
    <MoneyDialog
      {...dialog}
      title={`${CHANGE_KINDS[kind].name}: préstamo ${changes.loan}`}
      done="Listo: el cambio ya cuenta."
      write={(query) =>
        call('POST /api/staff/loans/{id}/changes', {
          params: { id: changes.loan },
          query,
          version: changes.version,
          body: { change: changeOf(kind, form.values), ...reason.body },
        })
      }
    >
      <p>{CHANGE_KINDS[kind].effect}</p>
      <Fields kind={kind} form={form} changes={changes} />
      <p aria-live="polite">
        {waitsForApproval(kind, form.values, changes)
          ? 'Espera la aprobación de otra persona.'
          : 'Lo decidís sin otra persona.'}
      </p>
      <ReasonFields {...reason.fields} />
    </MoneyDialog>
  );
}

interface Values {
  readonly amount: string;
  readonly part: 'default-interest' | 'any';
  readonly from: string;
  readonly to: string;
  readonly instalments: string;
  /** Percent a year. */
  readonly rate: string;
  readonly waived: string;
  readonly until: string;
}

function useForm() {
  const [values, setValues] = useState<Values>({
    amount: '',
    part: 'default-interest',
    from: '',
    to: '',
    instalments: '6',
    rate: '0',
    waived: '',
    until: '',
  });
  const set = (name: keyof Values) => (value: string) => setValues((all) => ({ ...all, [name]: value }));
  return { values, set };
}

type Form = ReturnType<typeof useForm>;

const units = (text: string): number => Number(text.replace(',', '.')) || 0;

function changeOf(kind: ChangeKind, values: Values): Change {
  switch (kind) {
    case 'pause':
      return { kind, from: values.from, to: values.to };
    case 'waive':
      return { kind, part: values.part, amount: units(values.amount) };
    case 'settlement-offer':
      return { kind, amount: units(values.amount), until: values.until };
    case 'plan':
      return {
        kind,
        instalments: Number(values.instalments),
        first_due_date: values.from,
        rate: units(values.rate) / 100,
        waived: { default_interest: units(values.waived), interest: 0, charges: 0, principal: 0 },
        until: values.until,
      };
    case 'accelerate':
    case 'sued':
      return { kind };
  }
}

function Fields({ kind, form, changes }: { kind: ChangeKind; form: Form; changes: Changes }) {
  const { values, set } = form;
  switch (kind) {
    case 'pause':
      return (
        <>
          <DayField name="Desde" value={values.from} onChange={set('from')} />
          <DayField name="Hasta" value={values.to} onChange={set('to')} />
        </>
      );
    case 'waive':
      return (
        <>
          <label className={page.field}>
            <span>De qué</span>
            <select value={values.part} onChange={(event) => set('part')(event.target.value)}>
              <option value="default-interest">Mora con su IVA</option>
              <option value="any">Cualquier parte, capital incluido</option>
            </select>
          </label>
          <AmountField value={values.amount} onChange={set('amount')} />
          <p>{limitsText(changes)}</p>
        </>
      );
    case 'settlement-offer':
      return (
        <>
          <AmountField value={values.amount} onChange={set('amount')} />
          <DayField name="Último día" value={values.until} onChange={set('until')} />
        </>
      );
    case 'plan':
      return <PlanFields form={form} />;
    case 'accelerate':
    case 'sued':
      return null;
  }
}

function PlanFields({ form: { values, set } }: { form: Form }) {
  return (
    <>
      <label className={page.field}>
        <span>Cuotas</span>
        <input
          required
          type="number"
          min={1}
          max={60}
          value={values.instalments}
          onChange={(event) => set('instalments')(event.target.value)}
        />
      </label>
      <DayField name="Primer vencimiento" value={values.from} onChange={set('from')} />
      <label className={page.field}>
        <span>Tasa anual de los intereses nuevos, en %</span>
        <input
          required
          inputMode="decimal"
          value={values.rate}
          onChange={(event) => set('rate')(event.target.value)}
        />
      </label>
      <label className={page.field}>
        <span>Quita de mora con su IVA (opcional)</span>
        <input
          inputMode="decimal"
          value={values.waived}
          onChange={(event) => set('waived')(event.target.value)}
        />
      </label>
      <DayField name="Se puede aceptar hasta" value={values.until} onChange={set('until')} />
    </>
  );
}

function DayField({
  name,
  value,
  onChange,
}: {
  name: string;
  value: string;
  onChange: (day: string) => void;
}) {
  return (
    <label className={page.field}>
      <span>{name}</span>
      <input required type="date" value={value} onChange={(event) => onChange(event.target.value)} />
    </label>
  );
}
