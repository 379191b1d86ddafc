import { useQuery } from '@tanstack/react-query';
import { presentationOf } from '../../words/approvals.ts';
import { count } from '../../words/operation.ts';
import { actionName, countryName } from '../../words/texts.ts';
import { money } from '../amounts.ts';
import { call } from '../api.ts';
import { Link } from '../ui/link.tsx';
import { ReadTrouble } from '../ui/list-parts.tsx';
import css from '../ui/page.module.css';
import { Day } from '../ui/when.tsx';

/** Lines shown of each list; the audit page has the rest. */
const MOST = 5;

const plural = (value: number, one: string, many: string) => `${count(value)} ${value === 1 ? one : many}`;
const together = (asked: string, approved: string) =>
  approved === '' ? `${asked}, sin otra persona` : `${asked} y ${approved}`;

/** Summary for Compliance: money moved, requests approved and customers read since yesterday. */
export function SinceYesterday() {
  const watched = useQuery({
    queryKey: ['audit', 'since-yesterday'],
    queryFn: () => call('GET /api/staff/audit/since-yesterday'),
  });
  if (!watched.data) return <ReadTrouble read={watched} />;
  const { moved, approved, read } = watched.data;
  return (
    <>
      {moved.length + approved.length + read.length === 0 && (
        <p>Desde ayer nadie movió dinero, aprobó nada ni vio datos completos.</p>
      )}
      {moved.slice(0, MOST).map((each) => (
        <p key={`${each.asked_by_id} ${each.approved_by} ${each.country}`}>
          <Link to={`/registro?persona=${each.asked_by_id}`}>
            {together(each.asked_by, each.approved_by)}
          </Link>
          : {money(each.amount, each.currency)} en {plural(each.moves, 'movimiento', 'movimientos')} de{' '}
          {plural(each.loans, 'préstamo', 'préstamos')} ({countryName(each.country)}).
        </p>
      ))}
      {approved.slice(0, MOST).map((each) => (
        <p key={`${each.asked_by_id} ${each.approved_by} ${each.action}`}>
          <Link to={`/registro?persona=${each.asked_by_id}`}>{each.asked_by}</Link> pidió
          {each.approved_by === '' ? ', sin otra persona' : ` y ${each.approved_by} aprobó`}:{' '}
          {presentationOf(each.action)?.ask ?? actionName(each.action)}, {plural(each.count, 'vez', 'veces')}.
        </p>
      ))}
      {read.slice(0, MOST).map((each) => (
        <p key={each.person_id}>
          <Link to={`/registro?persona=${each.person_id}`}>{each.person}</Link>: vio{' '}
          {plural(each.unmasked, 'dato completo', 'datos completos')} de{' '}
          {plural(each.customers, 'cliente', 'clientes')}.
        </p>
      ))}
    </>
  );
}

/** Customer records opened by each employee, so that Compliance notices unusual numbers in the morning. */
export function DataUse() {
  const use = useQuery({ queryKey: ['data-views'], queryFn: () => call('GET /api/staff/data-views') });
  if (!use.data) return <ReadTrouble read={use} />;
  const { result, budget } = use.data;
  return (
    <>
      {result.length === 0 && <p>Nadie vio datos de clientes.</p>}
      {result.map(({ day, person_id: id, person, opened, listed, refused }) => (
        <p key={`${day} ${id}`}>
          <Link to={`/registro?persona=${id}&desde=${day}&hasta=${day}`}>
            <Day iso={day} /> · {person}
          </Link>
          <span className={css.minor}>
            Abrió datos de {plural(opened, 'cliente', 'clientes')} (tope {count(budget.opened)}); vio{' '}
            {count(listed)} en listas (tope {count(budget.listed)})
            {refused > 0 && `; rechazados por el tope: ${refused}`}
          </span>
        </p>
      ))}
    </>
  );
}
