import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { Notice, Tag } from '../../ui/tag.tsx';
import { factLabel, factText, firedText } from '../../words/decision-rules.ts';
import {
  EXCEPTION_KEYS,
  EXCEPTION_STATE_NAMES,
  WHY_NAMES,
  type ExceptionCard,
} from '../../words/exceptions.ts';
import { countryName } from '../../words/texts.ts';
import { money } from '../amounts.ts';
import { call } from '../api.ts';
import { go, useFilters } from '../place.ts';
import { allows, useMe } from '../session.ts';
import { Keys } from '../ui/keys.tsx';
import { Link } from '../ui/link.tsx';
import { ReadTrouble, Said, Trouble } from '../ui/list-parts.tsx';
import { leaveMessage, takeMessage } from '../ui/outcome.ts';
import { PageHead } from '../ui/page-head.tsx';
import css from '../ui/page.module.css';
import { presser } from '../ui/shortcuts.ts';
import { When } from '../ui/when.tsx';
import { ApproveDialog, OverrideDialog, RefuseDialog } from './dialogs.tsx';
import own from './exceptions.module.css';
import { toneOf } from './exceptions-page.tsx';
import { pathAfter, rowKey, useNextRow, useQueueRow } from '../ui/decision-queue.ts';
import { exceptionQueue } from './queue.ts';
import { RequestLink } from '../ui/waits.tsx';

type Doing = 'approve' | 'override' | 'refuse';

/** One application with its facts and the decision; the next one is taken meanwhile. */
export function ExceptionPage({ id }: { id: string }) {
  const [filters] = useFilters();
  const [isQueue, country] = [filters.get('cola') === '1', filters.get('pais')];
  const query = useQueueRow(exceptionQueue, id);
  const next = useNextRow(exceptionQueue, id, isQueue, country);
  const queries = useQueryClient();
  if (query.error && !query.data)
    return (
      <>
        <PageHead title="Excepciones" />
        <ReadTrouble read={query} />
        <BackLink />
      </>
    );
  if (!query.data)
    return (
      <>
        <PageHead title="Excepciones" />
        <SkeletonGroup shapes={['block', 'line', 'line']} />
      </>
    );
  const card = query.data;
  const goOn = async (message: string) => {
    leaveMessage(message, titleOf(card));
    queries.removeQueries({ queryKey: rowKey(exceptionQueue, id) });
    void queries.invalidateQueries({ queryKey: ['exceptions'] });
    if (!isQueue) return go('/excepciones', { replace: true });
    go(await pathAfter(exceptionQueue, next, country), { replace: true });
  };
  return (
    <Work
      key={`${card.id} ${card.version}`}
      card={card}
      isQueue={isQueue}
      onRefresh={() => void query.refetch()}
      onDone={(message) => void goOn(message)}
    />
  );
}

const titleOf = ({ person, id }: ExceptionCard) => person || `Solicitud ${id}`;

const BackLink = () => (
  <Link to="/excepciones" className={css.link}>
    Volver a Excepciones
  </Link>
);

interface WorkProps {
  card: ExceptionCard;
  isQueue: boolean;
  onRefresh: () => void;
  onDone: (message: string) => void;
}

function Work({ card, isQueue, onRefresh, onDone }: WorkProps) {
  const me = useMe();
  const [said] = useState(takeMessage);
  const [doing, setDoing] = useState<Doing>();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus({ preventScroll: true }), []);
  const leave = useMutation({
    mutationFn: () => call('POST /api/staff/exceptions/{id}/release', { params: { id: card.id } }),
    onSuccess: ({ messages }) => onDone(messages[0] ?? ''),
  });
  const mayDecide =
    card.state === 'waiting' &&
    !card.is_taken &&
    card.waits === '' &&
    allows(me, 'POST /api/staff/exceptions/{id}/approve');
  const press = presser(
    mayDecide
      ? {
          a: () => setDoing('approve'),
          e: () => setDoing('override'),
          r: () => setDoing('refuse'),
          ...(isQueue ? { p: () => leave.mutate() } : {}),
        }
      : {},
  );
  const dialog = { card, onDone, onClose: () => setDoing(undefined) };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div ref={place} className={own.page} tabIndex={-1} onKeyDown={press} role="group" aria-label="Solicitud">
      <PageHead title={titleOf(card)}>
        <Button kind="ghost" small onClick={onRefresh}>
          Actualizar
        </Button>
      </PageHead>
      <Said message={said} />
      <Trouble error={leave.error} />
      <Head card={card} />
      <FactsPart card={card} />
      <RulesPart card={card} />
      <Neighbours card={card} />
      {mayDecide && (
        <div className={own.bar} role="group" aria-label="Decisión">
          <Button small onClick={() => setDoing('approve')}>
            Aprobar por menos
          </Button>
          <Button kind="ghost" small onClick={() => setDoing('override')}>
            Aprobar contra las reglas
          </Button>
          <Button kind="ghost" small onClick={() => setDoing('refuse')}>
            Rechazar
          </Button>
          {isQueue && (
            <Button kind="ghost" small busy={leave.isPending} onClick={() => leave.mutate()}>
              Dejar para otros
            </Button>
          )}
        </div>
      )}
      {mayDecide && <Keys keys={EXCEPTION_KEYS} />}
      <BackLink />
      {doing === 'approve' && <ApproveDialog {...dialog} />}
      {doing === 'override' && <OverrideDialog {...dialog} />}
      {doing === 'refuse' && <RefuseDialog {...dialog} />}
    </div>
  );
}

function Head({ card }: { card: ExceptionCard }) {
  const me = useMe();
  return (
    <div className={own.about}>
      <p>
        <Tag tone={toneOf(card)}>{EXCEPTION_STATE_NAMES[card.state]}</Tag> {countryName(card.country)}.{' '}
        {WHY_NAMES[card.why]}. Espera desde <When at={card.queued_at} /> y vence <When at={card.expires_at} />
        .{' '}
        {card.customer !== '' && allows(me, 'GET /api/staff/customers/{id}') && (
          <Link to={`/clientes/${card.customer}`} className={css.link}>
            Ver ficha
          </Link>
        )}
      </p>
      {card.is_taken && (
        <Notice tone="late">La está mirando {card.claimed_by}: mientras tanto no se decide acá.</Notice>
      )}
      {card.waits !== '' && (
        <Notice tone="late">
          Espera aprobación: {card.waits} pidió aprobarla contra las reglas. <RequestLink />
        </Notice>
      )}
      {card.newer_rules !== '' && (
        <Notice tone="late">
          Se decide con las reglas del día de la solicitud, {card.rules}. Hoy rigen otras: {card.newer_rules}.
        </Notice>
      )}
      {card.decided_at !== '' && (
        <Notice>
          {card.decided_by || 'El sistema'}, <When at={card.decided_at} />.
        </Notice>
      )}
    </div>
  );
}

function FactsPart({ card }: { card: ExceptionCard }) {
  return (
    <section className={own.part} aria-labelledby="datos">
      <h2 id="datos">Datos</h2>
      <dl className={own.facts}>
        {card.facts.map(({ fact, value }) => (
          <div key={fact}>
            <dt>{factLabel(fact)}</dt>
            <dd>{factText(fact, value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function RulesPart({ card }: { card: ExceptionCard }) {
  return (
    <section className={own.part} aria-labelledby="reglas">
      <h2 id="reglas">Reglas que se cumplieron</h2>
      {card.trace.length === 0 ? (
        <p>Ninguna.</p>
      ) : (
        <ol className={own.rules}>
          {card.trace.map((rule) => {
            const { saw, result } = firedText(rule);
            return (
              <li key={rule.code}>
                <strong>{saw}</strong>: {result}
                <span className={css.minor}>{rule.code}</span>
              </li>
            );
          })}
        </ol>
      )}
      <p className={css.minor}>
        Reglas {card.rules}, lista de precios {card.price_list}: una persona aprueba hasta{' '}
        {money(card.lower_max, card.currency)} y dos hasta {money(card.override_max, card.currency)}.
      </p>
    </section>
  );
}

function Neighbours({ card: { neighbours } }: { card: ExceptionCard }) {
  return (
    <section className={own.part} aria-labelledby="parecidas">
      <h2 id="parecidas">Cómo pagaron personas parecidas</h2>
      <p>
        {neighbours === null
          ? 'Son menos de cinco: no alcanza para decir algo.'
          : `${neighbours.people} personas, ${neighbours.loans} préstamos: ${neighbours.finished} terminados, ${neighbours.late} con más de 30 días de atraso, ${neighbours.written_off} castigados.`}
      </p>
    </section>
  );
}
