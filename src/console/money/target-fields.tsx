import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../ui/api-failure.ts';
import { classes } from '../../ui/classes.ts';
import { Button } from '../../ui/button.tsx';
import { money } from '../amounts.ts';
import { loanState, wayName } from '../../words/names.ts';
import { countryName } from '../../words/texts.ts';
import { call } from '../api.ts';
import { useMe } from '../session.ts';
import css from '../ui/page.module.css';
import own from './money.module.css';
import type { Target } from '../../words/money.ts';

interface FindLoanProps {
  /** All countries of the person without one. */
  country?: Target['country'];
  onFound: (target: Target) => void;
}

/** Finds a loan by its number or its borrower; the search is recorded. */
export function FindLoan({ country, onFound }: FindLoanProps) {
  const { countries } = useMe();
  const [text, setText] = useState('');
  const find = useMutation({
    mutationFn: (typed: string) =>
      call('POST /api/staff/money/loans/find', { body: { ...(country ? { country } : {}), text: typed } }),
    onSuccess: ({ result }) => {
      const [only] = result;
      if (only && result.length === 1) onFound(only);
    },
  });
  const search = () => {
    if (text.trim() !== '' && !find.isPending) find.mutate(text.trim());
  };
  const found = find.data?.result ?? [];
  return (
    <>
      <div className={own.find}>
        <label className={classes(css.field, own.grow)}>
          <span>Préstamo, nombre o documento</span>
          <input
            value={text}
            maxLength={200}
            autoComplete="off"
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              search();
            }}
          />
        </label>
        <Button kind="ghost" small busy={find.isPending} onClick={search}>
          Buscar préstamo
        </Button>
      </div>
      {find.error && <p role="alert">{messageOf(find.error)}</p>}
      <div role="status">
        {find.isSuccess && found.length === 0 && (
          <p className={css.empty}>No hay un préstamo que reciba pagos con ese dato.</p>
        )}
        {find.data?.more && <p className={css.minor}>Hay más: buscá con un dato más preciso.</p>}
      </div>
      {found.length > 1 && (
        <ul className={own.found}>
          {found.map((target) => (
            <li key={target.loan}>
              <button type="button" className={css.link} onClick={() => onFound(target)}>
                Préstamo {target.loan}, {target.person || 'Sin nombre'}
              </button>
              <span className={css.minor}>
                {!country && countries.length > 1 && `${countryName(target.country)} · `}Documento{' '}
                {target.document} · {loanState(target.state)} · para pagar hoy{' '}
                {money(target.due_today, target.currency)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Loan and its owner in a sentence: "préstamo 16 de Ana Prueba •••696". */
export const targetName = ({ loan, person, document }: Target) =>
  [`préstamo ${loan}`, person && `de ${person}`, document].filter(Boolean).join(' ');

/** Purpose of a payment: the chosen request's instalments, or the oldest ones. */
export function requestName({ requests }: Target, request: string): string {
  const chosen = requests.find(({ id }) => id === request);
  return chosen ? forWhat(chosen.instalments) : 'las cuotas más viejas';
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
  const chosen = target.requests.find(({ id }) => id === request);
  return (
    <label className={css.field}>
      <span>Qué paga</span>
      <select value={request} onChange={(event) => onChange(event.target.value)}>
        <option value="">Las cuotas más viejas</option>
        {target.requests.map((each) => (
          <option key={each.id} value={each.id}>
            {`${wayName(each.method)}, ${forWhat(each.instalments)}`}
          </option>
        ))}
      </select>
      {chosen && (
        <small className={css.minor}>
          {money(chosen.amount, target.currency)}, vence el {chosen.due_date}
        </small>
      )}
    </label>
  );
}
