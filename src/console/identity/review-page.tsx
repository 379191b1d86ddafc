import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { Notice, Tag } from '../../ui/tag.tsx';
import { money } from '../amounts.ts';
import { call } from '../api.ts';
import { go, useFilters } from '../place.ts';
import { allows, useMe } from '../session.ts';
import { countryName } from '../../words/texts.ts';
import { Keys } from '../ui/keys.tsx';
import { Link } from '../ui/link.tsx';
import { ReadTrouble, Said, Trouble } from '../ui/list-parts.tsx';
import { MoreMenu } from '../ui/more-menu.tsx';
import { PageHead } from '../ui/page-head.tsx';
import css from '../ui/page.module.css';
import { presser } from '../ui/shortcuts.ts';
import { Facts, Twins } from './about.tsx';
import { ApproveDialog, AskDialog, FraudDialog, RejectDialog, type DialogProps } from './dialogs.tsx';
import own from './identity.module.css';
import { Photos, plain, turned, zoomed, type Look } from './photos.tsx';
import { pathAfter, useQueueRow } from '../ui/decision-queue.ts';
import { reviewQueue, useNextReview } from './queue.ts';
import { leaveMessage, takeMessage } from '../ui/outcome.ts';
import { KEYS, samePhoto, STATE_NAMES, waited, type PhotoKind, type Review } from '../../words/identity.ts';
import { useDecision } from './use-decision.ts';
import { When } from '../ui/when.tsx';

type Doing = 'approve' | 'ask' | 'reject' | 'fraud';

/** A person's photos and typed data, with the decision; the next review is preloaded. */
export function ReviewPage({ id }: { id: string }) {
  const [filters] = useFilters();
  const [isQueue, country] = [filters.get('cola') === '1', filters.get('pais')];
  const query = useQueueRow(reviewQueue, id);
  const next = useNextReview(query.data, isQueue, country);
  if (query.error && !query.data)
    return (
      <>
        <PageHead title="Identidad" />
        <ReadTrouble read={query} />
        <BackLink />
      </>
    );
  if (!query.data)
    return (
      <>
        <PageHead title="Identidad" />
        <SkeletonGroup shapes={['block', 'line', 'line']} />
      </>
    );
  const review = query.data;
  const goOn = async (message: string) => {
    leaveMessage(message, titleOf(review));
    if (!isQueue) return void query.refetch();
    // Shown while the next review loads.
    go(await pathAfter(reviewQueue, next, country), { replace: true });
  };
  return (
    <Work
      key={`${review.id} ${review.version}`}
      review={review}
      isQueue={isQueue}
      nextOf={next === undefined ? '' : (next?.person ?? null)}
      onRefresh={() => void query.refetch()}
      onDone={(message) => void goOn(message)}
      now={Date.parse(review.at)}
    />
  );
}

const titleOf = ({ person, customer }: Review) => person || `Cliente ${customer}`;

const BackLink = () => (
  <Link to="/identidad" className={css.link}>
    Volver a Identidad
  </Link>
);

interface WorkProps {
  review: Review;
  isQueue: boolean;
  /** Next review; '' while unknown, null if there is none. */
  nextOf: string | null;
  onRefresh: () => void;
  onDone: (message: string) => void;
  now: number;
}

/** View of the photos. */
function useLooks({ photos }: Review) {
  const [large, setLarge] = useState<PhotoKind>();
  const [looks, setLooks] = useState<Partial<Record<PhotoKind, Look>>>({});
  const change = (kind: PhotoKind | undefined, to: (before: Look) => Look) => {
    if (kind) setLooks((all) => ({ ...all, [kind]: to(all[kind] ?? plain) }));
  };
  const look = (to: (before: Look) => Look) => change(large ?? photos[0]?.kind, to);
  const enlarge = (index: number) => {
    const kind = photos[index]?.kind;
    setLarge((before) => (before === kind ? undefined : kind));
  };
  const keys = {
    1: () => enlarge(0),
    2: () => enlarge(1),
    3: () => enlarge(2),
    '+': () => look((before) => zoomed(before, 1)),
    '-': () => look((before) => zoomed(before, -1)),
    g: () => look(turned),
  };
  return { large, setLarge, looks, change, keys };
}

const useLeave = (review: Review, onDone: (message: string) => void) =>
  useDecision(
    review,
    () => call('POST /api/staff/identity/{id}/release', { params: { id: review.id } }),
    onDone,
  );

function Work({ review, isQueue, nextOf, onRefresh, onDone, now }: WorkProps) {
  const me = useMe();
  const [said] = useState(takeMessage);
  const [doing, setDoing] = useState<Doing>();
  const { large, setLarge, looks, change, keys } = useLooks(review);
  const place = useRef<HTMLDivElement>(null);
  const leave = useLeave(review, onDone);
  const isOpen = review.state === 'waiting' || review.state === 'asked';
  const mayDecide = isOpen && !review.is_taken && allows(me, 'POST /api/staff/identity/{id}/approve');
  useEffect(() => place.current?.focus({ preventScroll: true }), []);
  const decisions = {
    a: () => setDoing('approve'),
    f: () => setDoing('ask'),
    r: () => setDoing('reject'),
    x: () => setDoing('fraud'),
    ...(isQueue ? { p: () => leave.mutate() } : {}),
  };
  const press = presser({ ...keys, ...(mayDecide ? decisions : {}) });
  const dialog = { review, onDone, onClose: () => setDoing(undefined) };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div ref={place} className={own.page} tabIndex={-1} onKeyDown={press} role="group" aria-label="Revisión">
      <div className={own.head}>
        <PageHead title={titleOf(review)}>
          {mayDecide && isQueue && (
            <Button kind="ghost" small busy={leave.isPending} onClick={() => leave.mutate()}>
              Dejar para otros
            </Button>
          )}
          <Button kind="ghost" small onClick={onRefresh}>
            Actualizar
          </Button>
        </PageHead>
        <Said message={said} />
        <Trouble error={leave.error} />
        <Head review={review} now={now} />
        {mayDecide && isQueue && <p className={css.minor}>{followingOf(nextOf)}</p>}
      </div>
      {mayDecide && <DecisionBar onDo={setDoing} />}
      <Photos
        review={review}
        large={large}
        onLarge={setLarge}
        looks={looks}
        onLook={(kind, to) => change(kind, () => to)}
      />
      <div className={own.below}>
        <Facts review={review} />
        <Twins review={review} />
      </div>
      <div className={own.end}>
        <Keys keys={KEYS} />
        <BackLink />
      </div>
      <Decision doing={doing} {...dialog} large={large} />
    </div>
  );
}

const DECISIONS: readonly (readonly [what: Doing, name: string])[] = [
  ['approve', 'Aprobar'],
  ['ask', 'Pedir fotos'],
  ['reject', 'Rechazar'],
  ['fraud', 'Fraude'],
];

/** Decisions in one line; on a phone those that end the loan are folded. */
function DecisionBar({ onDo }: { onDo: (what: Doing) => void }) {
  const rare = DECISIONS.slice(2);
  return (
    <div className={own.bar} role="group" aria-label="Decisión">
      {DECISIONS.map(([what, name]) => (
        <Button
          key={what}
          kind={what === 'approve' ? 'primary' : 'ghost'}
          small
          className={what === 'reject' || what === 'fraud' ? own.unfolded : undefined}
          onClick={() => onDo(what)}
        >
          {name}
        </Button>
      ))}
      <span className={own.folded}>
        <MoreMenu items={rare.map(([what, name]) => ({ name, onDo: () => onDo(what) }))} button />
      </span>
    </div>
  );
}

interface DecisionProps extends DialogProps {
  doing: Doing | undefined;
  large: PhotoKind | undefined;
}

/** Dialog of the chosen decision. */
function Decision({ doing, large, ...dialog }: DecisionProps) {
  if (doing === 'approve') return <ApproveDialog {...dialog} />;
  if (doing === 'ask') return <AskDialog {...dialog} large={large} />;
  if (doing === 'reject') return <RejectDialog {...dialog} />;
  return doing === 'fraud' ? <FraudDialog {...dialog} /> : null;
}

function followingOf(nextOf: string | null): string {
  if (nextOf === '') return '';
  return nextOf === null ? 'Es la última de la cola.' : `Sigue: ${nextOf}`;
}

/** State, owner, and warnings. */
function Head({ review, now }: { review: Review; now: number }) {
  const me = useMe();
  const { state, is_fraud: isFraud, claimed_by: claimedBy, is_taken: isTaken } = review;
  const loans = review.loans_before === 0 ? 'primer préstamo' : `${review.loans_before} préstamos antes`;
  const isOpen = state === 'waiting' || state === 'asked';
  const warning = samePhoto(review);
  return (
    <div className={own.about}>
      <p>
        <Tag tone={isFraud || state === 'rejected' ? 'bad' : state === 'approved' ? 'good' : 'off'}>
          {isFraud ? 'Fraude' : STATE_NAMES[state]}
        </Tag>{' '}
        {countryName(review.country)}, {review.age} años, pide {money(review.amount, review.currency)},{' '}
        {loans}. {isOpen && `Espera hace ${waited(review.queued_at, now)}. `}
        {allows(me, 'GET /api/staff/customers/{id}') && (
          <Link to={`/clientes/${review.customer}`} className={css.link}>
            Ver ficha
          </Link>
        )}
      </p>
      {isTaken && <Notice tone="late">La está mirando {claimedBy}: mientras tanto no se decide acá.</Notice>}
      {review.marked_before && (
        <Notice tone="bad">Una solicitud anterior de esta persona terminó como fraude.</Notice>
      )}
      {warning && (
        <Notice tone="late">
          {warning}{' '}
          <a href="#repetidos" className={css.link}>
            Ver las coincidencias
          </a>
        </Notice>
      )}
      {state === 'asked' && <Notice tone="late">Le pedimos fotos y todavía no las mandó.</Notice>}
      {review.decided_at && (
        <Notice>
          {review.decided_by || 'El código del documento'}, <When at={review.decided_at} />.
        </Notice>
      )}
    </div>
  );
}
