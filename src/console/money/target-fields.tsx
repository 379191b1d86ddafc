import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../ui/api-failure.ts';
import { Button } from '../../ui/button.tsx';
import { money } from '../amounts.ts';
import { loanState, wayName } from '../../words/names.ts';
import { call } from '../api.ts';
import css from '../ui/page.module.css';
import own from './money.module.css';
import type { Target } from '../../words/money.ts';

/** Finds a loan by its number; looking is recorded. */
export function FindLoan({ onFound }: { onFound: (target: Target) => void }) {
  const [number, setNumber] = useState('');
  const find = useMutation({
    mutationFn: async () =>
      (await call('GET /api/staff/money/loans/{id}', { params: { id: number.trim() } })).result,
    onSuccess: onFound,
  });
  return (
    <div className={own.find}>
      <label className={css.field}>
        <span>Número de préstamo</span>
        <input
          inputMode="numeric"
          value={number}
          onChange={(event) => setNumber(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            find.mutate();
          }}
        />
      </label>
      <Button kind="ghost" small busy={find.isPending} onClick={() => find.mutate()}>
        Buscar préstamo
      </Button>
      {find.error && <span role="alert">{messageOf(find.error)}</span>}
    </div>
  );
}

/** Owner and state of the loan. */
export function TargetFacts({ target }: { target: Target }) {
  const rows: readonly [string, string][] = [
    ['Préstamo', `${target.loan}, ${loanState(target.state)}`],
    ['De', `${target.person || 'Sin nombre'}, documento ${target.document}`],
    ['Para pagar hoy', money(target.due_today, target.currency)],
    ['A favor', money(target.credit, target.currency)],
  ];
  return (
    <dl className={own.facts}>
      {rows.map(([name, value]) => (
        <div key={name} className={own.pair}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const forWhat = (numbers: readonly number[]) =>
  numbers.length === 0 ? 'todo el préstamo' : `cuota ${numbers.join(', ')}`;

/** For which payment that was asked, or for the oldest instalments. */
export function RequestField({
  target,
  request,
  onChange,
}: {
  target: Target;
  request: string;
  onChange: (request: string) => void;
}) {
  return (
    <label className={css.field}>
      <span>Qué paga</span>
      <select value={request} onChange={(event) => onChange(event.target.value)}>
        <option value="">Las cuotas más viejas</option>
        {target.requests.map((each) => (
          <option key={each.id} value={each.id}>
            {`${wayName(each.method)}, ${forWhat(each.instalments)}, ${money(each.amount, target.currency)}, vence el ${each.due_date}`}
          </option>
        ))}
      </select>
    </label>
  );
}
