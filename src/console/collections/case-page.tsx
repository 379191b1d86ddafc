import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { calendarDate, formatDate } from '../../domain/calendar-date.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { dated } from '../../ui/dated.tsx';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { Notice } from '../../ui/tag.tsx';
import { RESULT_NAMES } from '../../words/collection-names.ts';
import { KEYS, refusalSentence, refusalText, RESULT_KEYS, type Case } from '../../words/collections.ts';
import { countryName, hourOf } from '../../words/texts.ts';
import { call } from '../api.ts';
import { LoanChanges } from '../customers/loan-changes.tsx';
import { go, useFilters } from '../place.ts';
import { allows, useMe } from '../session.ts';
import { Keys } from '../ui/keys.tsx';
import { Link } from '../ui/link.tsx';
import { ReadTrouble, Said, Trouble } from '../ui/list-parts.tsx';
import { leaveMessage, takeMessage } from '../ui/outcome.ts';
import css from '../ui/page.module.css';
import { PageHead } from '../ui/page-head.tsx';
import { presser } from '../ui/shortcuts.ts';
import own from './collections.module.css';
import { Debt, Gate } from './debt.tsx';
import { ExtendDialog, LinkDialog, PlanDialog, ResultDialog, type Result } from './dialogs.tsx';
import { Contacts, Payments, Promises } from './history.tsx';
import { caseKey, useNext } from './queue.ts';
import { Day } from '../ui/when.tsx';

/** Customer's case: debt, history, and the possible next steps. */
export function CasePage({ id }: { id: string }) {
  const [day, setDay] = useState('');
  const query = useQuery({
    queryKey: caseKey(id, day),
    queryFn: async () =>
      (
        await call('GET /api/staff/customers/{id}/collection', {
          params: { id },
          query: day === '' ? {} : { day },
        })
      ).result,
    // Opening is recorded: loaded once, and again after each action.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
  });
  if (!query.data)
    return (
      <>
        <PageHead title="Caso de Cobranzas" />
        <ReadTrouble read={query} />
        {query.isPending && <SkeletonGroup shapes={['title', 'block', 'line', 'line']} />}
        <BackLink />
      </>
    );
  return <Work key={id} found={query.data} error={query.error} onDay={setDay} />;
}

const BackLink = () => (
  <Link to="/cobranzas" className={css.link}>
    Volver a Cobranzas
  </Link>
);

const titleOf = ({ person, customer }: Case) => person || `Cliente ${customer}`;

type Doing = Result | 'plan' | 'link' | Case['promises'][number];

/** The call that was allowed: its number to dial. */
interface Dialled {
  readonly contact: string;
  readonly phone: string;
}

interface WorkProps {
  found: Case;
  error: Error | null;
  onDay: (day: string) => void;
}

/** Calls of the page, and what follows when one is done. */
function useWork(found: Case) {
  const queries = useQueryClient();
  const [filters] = useFilters();
  const isQueue = filters.get('cola') === '1';
  const [said, setSaid] = useState(takeMessage);
  const [dialled, setDialled] = useState<Dialled>();
  const next = useNext({ country: filters.get('pais'), bucket: filters.get('atraso') });
  const params = { id: found.customer };
  const reload = (message = '') => {
    setSaid(message);
    void queries.invalidateQueries({ queryKey: ['collection', found.customer] });
    void queries.invalidateQueries({ queryKey: ['collections'] });
  };
  const dial = useMutation({
    mutationFn: () => call('POST /api/staff/customers/{id}/collection/call', { params }),
    onSuccess: ({ refused, contact, phone }) => {
      if (contact !== '') setDialled({ contact, phone });
      reload(refusalSentence(refused));
    },
  });
  const leave = useMutation({
    mutationFn: () => call('POST /api/staff/customers/{id}/collection/release', { params }),
    onSuccess: ({ messages }) => {
      leaveMessage(messages[0] ?? '', titleOf(found));
      go('/cobranzas');
    },
  });
  const goOn = async (message: string) => {
    leaveMessage(message, titleOf(found));
    const after = await next.mutateAsync().catch(() => null);
    if (!after) go('/cobranzas', { replace: true });
  };
  return { said, dialled, isQueue, dial, leave, next, reload, goOn };
}

function Work({ found, error, onDay }: WorkProps) {
  const me = useMe();
  const work = useWork(found);
  const [doing, setDoing] = useState<Doing>();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus({ preventScroll: true }), []);
  const mayWork = allows(me, 'POST /api/staff/customers/{id}/collection/call') && !found.is_taken;
  const press = presser(mayWork ? keysOf(found, work, setDoing) : {});
  const dialog = { found, onClose: () => setDoing(undefined) };
  const done = (message: string) => {
    setDoing(undefined);
    work.reload(message);
  };
  const saved = (message: string) => {
    setDoing(undefined);
    if (work.isQueue) void work.goOn(message);
    else work.reload(message);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div ref={place} className={own.page} tabIndex={-1} onKeyDown={press} role="group" aria-label="Caso">
      <div>
        <PageHead title={titleOf(found)}>
          {mayWork && (
            <Button kind="ghost" small busy={work.next.isPending} onClick={() => work.next.mutate()}>
              Siguiente
            </Button>
          )}
        </PageHead>
        <Said message={work.said} />
        <Trouble error={error ?? work.dial.error ?? work.leave.error ?? work.next.error} />
        {work.next.data === null && <Notice>No hay otro caso para contactar ahora.</Notice>}
        <About found={found} />
      </div>
      {mayWork && <Bar found={found} work={work} onDo={setDoing} />}
      <div className={own.columns}>
        {found.open_contact === '' && <Gate found={found} />}
        <div className={own.column}>
          <Debt found={found} onDay={onDay} />
          <Offers found={found} onChanged={work.reload} />
          <Promises found={found} onExtend={setDoing} />
          <Payments found={found} />
        </div>
        <div className={own.side}>
          <Contacts found={found} />
        </div>
      </div>
      {mayWork && <Keys keys={KEYS} />}
      <BackLink />
      {doing === 'plan' && <PlanDialog {...dialog} onDone={done} />}
      {doing === 'link' && <LinkDialog {...dialog} onDone={done} />}
      {typeof doing === 'object' && <ExtendDialog {...dialog} promise={doing} onDone={done} />}
      {typeof doing === 'string' && doing !== 'plan' && doing !== 'link' && (
        <ResultDialog {...dialog} result={doing} onDone={saved} />
      )}
    </div>
  );
}

/** Changes of a loan that help its borrower; the others are on the customer's page. */
const OFFERS = ['pause', 'waive', 'settlement-offer', 'plan'] as const;

/** Offers for each loan, with past decisions and agreements. */
function Offers({ found, onChanged }: { found: Case; onChanged: () => void }) {
  const me = useMe();
  if (found.loans.length === 0 || !allows(me, 'GET /api/staff/loans/{id}/changes')) return null;
  return (
    <section aria-labelledby="ofrecer" className={own.card}>
      <h2 id="ofrecer">Qué se le puede ofrecer</h2>
      {found.loans.map((loan) => (
        <LoanChanges
          key={loan.id}
          loan={loan}
          kinds={found.is_taken ? [] : OFFERS}
          isOpenFirst={found.loans.length === 1}
          onChanged={onChanged}
        />
      ))}
    </section>
  );
}

type Working = ReturnType<typeof useWork>;

function keysOf(found: Case, work: Working, onDo: (what: Doing) => void): Record<string, () => void> {
  const results = RESULT_KEYS.map((result, index) => [String(index + 1), () => onDo(result)] as const);
  return {
    s: () => work.next.mutate(),
    m: () => onDo('link'),
    d: () => onDo('plan'),
    ...(found.open_contact === '' ? { l: () => work.dial.mutate() } : Object.fromEntries(results)),
  };
}

function About({ found }: { found: Case }) {
  const me = useMe();
  return (
    <div className={own.head}>
      <p>
        {countryName(found.country)}.{' '}
        {found.assigned
          ? `Atiende ${found.assigned}.`
          : found.reserved_by === '' && 'No la atiende nadie en especial.'}{' '}
        {found.reserved_by !== '' &&
          !found.is_taken &&
          `La tenés reservada hasta las ${hourOf(found.reserved_until)}. `}
        {found.next_look && `Vuelve a la cola el ${formatDate(calendarDate(found.next_look))}. `}
        {allows(me, 'GET /api/staff/customers/{id}') && (
          <Link to={`/clientes/${found.customer}`} className={css.link}>
            Ver ficha
          </Link>
        )}
      </p>
      {found.is_taken && (
        <Notice tone="late">
          La está trabajando {found.reserved_by}: mientras tanto no se la contacta desde acá.
        </Notice>
      )}
      {found.hardship_until && (
        <Notice tone="late">
          Pidió no ser contactada hasta el <Day iso={found.hardship_until} />. El interés sigue corriendo.
        </Notice>
      )}
    </div>
  );
}

interface BarProps {
  found: Case;
  work: Working;
  onDo: (what: Doing) => void;
}

/** Actions allowed now; during a call, its results. */
function Bar({ found, work, onDo }: BarProps) {
  const refusals = { byCall: refusalOf(found, 'call'), byMail: refusalOf(found, 'mail') };
  const isCalling = found.open_contact !== '';
  const phone = work.dialled?.contact === found.open_contact ? work.dialled.phone : '';
  return (
    <div
      className={classes(own.bar, isCalling && own.results)}
      role="group"
      aria-label={isCalling ? 'Resultado de la llamada' : 'Acciones'}
    >
      {isCalling && phone && (
        <a className={classes(css.link, own.phone)} href={`tel:${phone.replaceAll(' ', '')}`}>
          {phone}
        </a>
      )}
      {isCalling &&
        RESULT_KEYS.map((result, index) => (
          <Button key={result} kind="ghost" small onClick={() => onDo(result)}>
            <kbd className={own.key} aria-hidden="true">
              {index + 1}
            </kbd>
            {RESULT_NAMES[result]}
          </Button>
        ))}
      {!isCalling && (
        <>
          <Button
            kind={refusals.byCall !== '' && refusals.byMail === '' ? 'ghost' : 'primary'}
            small
            busy={work.dial.isPending}
            disabled={refusals.byCall !== ''}
            onClick={() => work.dial.mutate()}
          >
            Llamar
          </Button>
          <Button
            kind={refusals.byCall === '' || refusals.byMail !== '' ? 'ghost' : 'primary'}
            small
            disabled={refusals.byMail !== ''}
            onClick={() => onDo('link')}
          >
            Mandar link de pago
          </Button>
        </>
      )}
      <Button kind="ghost" small onClick={() => onDo('plan')}>
        Asignar y agendar
      </Button>
      {found.reserved_by && (
        <Button kind="ghost" small busy={work.leave.isPending} onClick={() => work.leave.mutate()}>
          Dejar para otros
        </Button>
      )}
      {!isCalling && <Refusals {...refusals} />}
    </div>
  );
}

/** Reason against a channel now; '' if it can be used. */
function refusalOf(found: Case, channel: Case['gate'][number]['channel']): string {
  const answer = found.gate.find((each) => each.channel === channel);
  return answer ? refusalText(answer) : 'no tiene nada para pagar';
}

/** Reasons of the buttons that cannot be pressed. */
function Refusals({ byCall, byMail }: { byCall: string; byMail: string }) {
  if (byCall === '' && byMail === '') return null;
  if (byCall === byMail) return <p className={own.refusals}>{dated(`No se puede ahora: ${byCall}.`)}</p>;
  return (
    <p className={own.refusals}>
      {byCall !== '' && dated(`No se puede llamar: ${byCall}. `)}
      {byMail !== '' && dated(`No se puede mandar el link: ${byMail}.`)}
    </p>
  );
}
