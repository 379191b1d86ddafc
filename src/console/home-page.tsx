import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { calendarDate, formatDate } from '../domain/calendar-date.ts';
import { dated } from '../ui/dated.tsx';
import { SkeletonGroup } from '../ui/skeleton.tsx';
import { ageText } from '../words/operation.ts';
import { countryName, ROLE_NAMES, when } from '../words/texts.ts';
import { LINE_WORDS, lineAddress, type Line } from '../words/worklist.ts';
import { moneyOf } from './amounts.ts';
import { call } from './api.ts';
import { DataUse, SinceYesterday } from './audit/since-yesterday.tsx';
import own from './home.module.css';
import { allows, useMe } from './session.ts';
import { Link } from './ui/link.tsx';
import { ReadTrouble } from './ui/list-parts.tsx';
import css from './ui/page.module.css';
import { PageHead } from './ui/page-head.tsx';

type Group = Line['group'];

/** Worklist of the person: pending tasks, problems, and what happened today. */
export function HomePage() {
  const me = useMe();
  const work = useQuery({
    queryKey: ['worklist'],
    queryFn: () => call('GET /api/staff/worklist'),
    refetchInterval: 60_000,
    refetchOnWindowFocus: true,
  });
  const lines = work.data?.result ?? [];
  const at = Date.parse(work.data?.at ?? '');
  const ofGroup = (group: Group) => lines.filter((line) => line.group === group);
  const sees = (group: Group) => work.data?.groups.includes(group) === true;
  return (
    <>
      <PageHead title={`Hola, ${me.name}`} />
      <p className={css.minor}>
        {me.roles.map((role) => ROLE_NAMES[role]).join(', ')}. {me.countries.map(countryName).join(', ')}.
        {work.data && dated(` Mirado el ${when(work.data.at)}.`)}
      </p>
      <ReadTrouble read={work} />
      {work.isPending && <SkeletonGroup shapes={['line', 'line', 'line']} />}
      {work.data && (
        <div className={own.columns}>
          <Part title="Lo que te espera" none="Nada te espera ahora." lines={ofGroup('mine')} at={at} />
          {sees('wrong') && (
            <Part
              title="Lo que anda mal"
              none="Nada anda mal de lo que ves: envíos, dinero, tareas y controles."
              lines={ofGroup('wrong')}
              at={at}
              isWrong
            />
          )}
          {sees('today') && (
            <Part
              title="Lo que pasó hoy"
              none="Hoy todavía no hubo registros, préstamos ni movimientos de dinero."
              lines={ofGroup('today')}
              at={at}
            />
          )}
          {allows(me, 'GET /api/staff/audit/since-yesterday') && (
            <Frame title="El equipo desde ayer">
              <SinceYesterday />
            </Frame>
          )}
          {allows(me, 'GET /api/staff/data-views') && me.calls.includes('GET /api/staff/audit') && (
            <Frame title="Datos de clientes vistos ayer y hoy">
              <DataUse />
            </Frame>
          )}
        </div>
      )}
    </>
  );
}

interface PartProps {
  title: string;
  /** Sentence for no lines at all. */
  none: string;
  lines: readonly Line[];
  at: number;
  isWrong?: boolean;
}

function Part({ title, none, lines, at, isWrong = false }: PartProps) {
  return (
    <Frame title={title}>
      {lines.length === 0 && <p className={own.none}>{none}</p>}
      <ul className={own.lines}>
        {lines.map((line) => (
          <li key={`${line.line} ${line.country ?? ''}`}>
            <Row line={line} at={at} isWrong={isWrong} />
          </li>
        ))}
      </ul>
    </Frame>
  );
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={own.part} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Row({ line, at, isWrong }: { line: Line; at: number; isWrong: boolean }) {
  const me = useMe();
  const { one, many, isState, isAged, dayText } = LINE_WORDS[line.line];
  const minor = [
    line.country !== null && me.countries.length > 1 && countryName(line.country),
    line.amount !== null &&
      line.currency !== null &&
      moneyOf(line.amount, line.currency, me.countries.length > 1),
    isAged === true && line.oldest_at !== '' && `desde hace ${ageText(line.oldest_at, at)}`,
    dayText !== undefined && line.day !== '' && dayText(formatDate(calendarDate(line.day)), line.count),
  ].filter((part) => part !== false);
  return (
    <Link to={lineAddress(line)} className={own.line}>
      <span className={isWrong ? own.bad : own.count}>
        {isState ? '!' : `${line.count}${line.more ? '+' : ''}`}
      </span>
      <span>
        {line.count === 1 ? one : many}
        {minor.length > 0 && <span className={css.minor}>{dated(minor.join(' · '))}</span>}
      </span>
    </Link>
  );
}
