import { useQuery } from '@tanstack/react-query';
import { calendarDate, formatDate } from '../domain/calendar-date.ts';
import { call } from './api.ts';
import { SinceYesterday } from './audit/since-yesterday.tsx';
import { RunsOut } from './dated/runs-out.tsx';
import { allows, useMe } from './session.ts';
import { Link } from './ui/link.tsx';
import { countryName, ROLE_NAMES } from '../words/texts.ts';
import { Trouble } from './ui/list-parts.tsx';
import css from './ui/page.module.css';
import { PageHead } from './ui/page-head.tsx';
import { go } from './place.ts';
import { Button } from '../ui/button.tsx';
import { SkeletonGroup } from '../ui/skeleton.tsx';

/** Work for this person, and their roles. */
export function HomePage() {
  const me = useMe();
  const waiting = useQuery({
    queryKey: ['waiting'],
    queryFn: () => call('GET /api/staff/approvals', { query: { state: 'pending' } }),
  });
  const decidable = waiting.data?.result.filter((each) => each.decidable).length;
  return (
    <>
      <PageHead title={`Hola, ${me.name}`} />
      <p>
        Roles: {me.roles.map((role) => ROLE_NAMES[role]).join(', ')}. Países:{' '}
        {me.countries.map(countryName).join(', ')}.
      </p>
      <Trouble error={waiting.error} />
      {waiting.isPending && <SkeletonGroup shapes={['line']} />}
      <section className={`${css.frame} ${css.todo}`} aria-label="Lo que te espera">
        {decidable === 0 && <p>Nada espera tu aprobación.</p>}
        {decidable !== undefined && decidable > 0 && (
          <div className={css.todoDue}>
            <p>Esperan tu aprobación: {decidable}.</p>
            <Button small onClick={() => go('/aprobaciones')}>
              Ver aprobaciones
            </Button>
          </div>
        )}
        {allows(me, 'GET /api/staff/tickets') && <Waiting />}
        {allows(me, 'GET /api/staff/data-views') && <DataUse />}
        {allows(me, 'POST /api/staff/dated-values/{country}/{kind}') && <RunsOut />}
      </section>
      {allows(me, 'GET /api/staff/audit/since-yesterday') && <SinceYesterday />}
    </>
  );
}

/** Borrowers' open requests. */
function Waiting() {
  const tickets = useQuery({
    queryKey: ['tickets', 'counts'],
    queryFn: () => call('GET /api/staff/tickets', { query: {} }),
  });
  const counts = tickets.data?.counts;
  if (!counts) return null;
  return (
    <>
      <p>
        <Link to="/tickets?vista=unassigned">Tickets sin asignar: {counts.unassigned}</Link>
      </p>
      <p>
        <Link to="/solicitudes">Solicitudes sin decidir: {counts.requests}</Link>
      </p>
    </>
  );
}

/** Customers whose data each employee opened, so that Compliance notices unusual numbers in the morning. */
function DataUse() {
  const use = useQuery({ queryKey: ['data-views'], queryFn: () => call('GET /api/staff/data-views') });
  if (!use.data) return null;
  const { result, budget } = use.data;
  return (
    <>
      <h2>Datos de clientes vistos ayer y hoy</h2>
      {result.length === 0 && <p>Nadie vio datos de clientes.</p>}
      <ul>
        {result.map(({ day, person_id: id, person, opened, listed, refused }) => (
          <li key={`${day} ${id}`}>
            <Link to={`/registro?persona=${id}&desde=${day}&hasta=${day}`}>
              {formatDate(calendarDate(day))} · {person}
            </Link>
            : abrió {opened} de {budget.opened}, en listas {listed} de {budget.listed}
            {refused > 0 && `, rechazados por el tope: ${refused}`}
          </li>
        ))}
      </ul>
    </>
  );
}
