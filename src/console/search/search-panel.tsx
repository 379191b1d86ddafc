import { useMutation, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { OutputOf } from '../../contract/contract.ts';
import { searchReadings, type SearchKind } from '../../countries/identifiers/search-terms.ts';
import { messageOf } from '../../ui/api-failure.ts';
import { classes } from '../../ui/classes.ts';
import { dated } from '../../ui/dated.tsx';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { Notice } from '../../ui/tag.tsx';
import { call } from '../api.ts';
import { go } from '../place.ts';
import { Link } from '../ui/link.tsx';
import { decisionText, toldText } from '../customers/texts.ts';
import { useMe } from '../session.ts';
import { countryName, when } from '../../words/texts.ts';
import page from '../ui/page.module.css';
import css from './search.module.css';
import { PageHead } from '../ui/page-head.tsx';

/** The search as a page of its own. */
export function CustomersPage() {
  return (
    <>
      <PageHead title="Clientes" />
      <SearchPanel />
    </>
  );
}

const KIND_NAMES: Readonly<Record<SearchKind, string>> = {
  document: 'documento',
  'legal-number': 'CUIT/CUIL',
  phone: 'celular',
  email: 'mail',
  loan: 'préstamo',
  payment: 'pago',
  ticket: 'ticket',
  card: 'tarjeta',
  account: 'cuenta',
  withdrawal: 'arrepentimiento o baja',
  transfer: 'transferencia',
  unmatched: 'dinero sin identificar',
  name: 'nombre',
  'email-part': 'parte de un mail',
};

/** Label for the field that matched the search. */
function foundText(kind: SearchKind, found: string): string {
  switch (kind) {
    case 'loan':
      return `préstamo ${found}`;
    case 'payment':
      return `pago del préstamo ${found}`;
    case 'ticket':
      return `ticket ${found}`;
    case 'card':
      return `tarjeta terminada en ${found}`;
    case 'account':
      return `cuenta terminada en ${found}`;
    case 'withdrawal':
      return found;
    case 'transfer':
      return `transferencia del préstamo ${found}`;
    case 'unmatched':
      return `operación ${found}, sin identificar`;
    case 'name':
      return '';
    case 'email-part':
      return 'por su mail';
    case 'document':
    case 'legal-number':
    case 'phone':
    case 'email':
      return `por su ${KIND_NAMES[kind]}`;
  }
}

type Hit = OutputOf<'POST /api/staff/search'>['result'][number];
type SignUpHit = OutputOf<'POST /api/staff/search'>['signups'][number];
type Decision = NonNullable<SignUpHit['decision']>;
type Recent = OutputOf<'GET /api/staff/recent-customers'>['result'][number];

interface Option {
  readonly key: string;
  readonly to: string;
  readonly name: string;
  readonly detail: string;
}

/** Search field and hits; recently opened customers before anything is typed. */
function useSearch() {
  const [text, setText] = useState('');
  const [searched, setSearched] = useState('');
  const [active, setActive] = useState(0);
  const recent = useQuery({
    queryKey: ['recent-customers'],
    queryFn: async () => (await call('GET /api/staff/recent-customers')).result,
    staleTime: 0,
  });
  const search = useMutation({
    mutationFn: (typed: string) => call('POST /api/staff/search', { body: { text: typed } }),
    onSuccess: (_answer, typed) => {
      setSearched(typed);
      setActive(0);
    },
  });
  const isFresh = text.trim() !== '' && text === searched && search.data !== undefined;
  const options =
    text.trim() === '' ? (recent.data ?? []).map(ofRecent) : isFresh ? search.data.result.map(ofHit) : [];
  const chosen = options[Math.min(active, options.length - 1)];
  return {
    text,
    setText: (typed: string) => {
      setText(typed);
      setActive(0);
    },
    search,
    isFresh,
    options,
    chosen,
    move: (step: 1 | -1) => {
      if (options.length > 0) setActive((active + step + options.length) % options.length);
    },
  };
}

/**
 * Search box for everything that identifies a customer. Enter searches only for a text that can, since each search is recorded; then
 * the arrows choose and Enter opens. Before anything is typed the last ones that were opened are there.
 */
export function SearchPanel({ onOpen }: { onOpen?: () => void }) {
  const me = useMe();
  const { text, setText, search, isFresh, options, chosen, move } = useSearch();
  const ids = useId();
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => box.current?.focus(), []);
  const open = (option: Option) => {
    onOpen?.();
    go(option.to);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (chosen) open(chosen);
      else if (searchReadings(text, me.countries).length > 0 && !search.isPending) search.mutate(text);
    }
  };
  const list = `${ids}-list`;
  const signUps = isFresh ? (search.data?.signups ?? []) : [];
  const found = options.length + signUps.length;
  return (
    <div className={css.panel}>
      <label className={page.field}>
        <span>Nombre, documento, celular, mail o cualquier número que tenga la persona</span>
        <input
          ref={box}
          type="text"
          role="combobox"
          aria-expanded={options.length > 0}
          aria-controls={list}
          aria-activedescendant={chosen ? `${ids}-${chosen.key}` : undefined}
          aria-describedby={`${ids}-hint`}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={200}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={press}
        />
      </label>
      <p id={`${ids}-hint`} className={css.hint}>
        {hintOf(text, { isFresh, isOpenable: options.length > 0 }, me.countries)}
      </p>
      {search.isPending && <SkeletonGroup label="Buscando…" shapes={['line', 'line']} />}
      {search.error && !search.isPending && (
        <Notice tone="bad" urgent>
          {messageOf(search.error)}
        </Notice>
      )}
      <div role="status" className={found === 0 ? undefined : 'visually-hidden'}>
        {isFresh && found === 0 && (
          <p className={css.none}>
            No encontramos a nadie con ese dato. Quien no creó su cuenta aparece sólo por su documento.
          </p>
        )}
        {isFresh && found > 0 && `Encontrados: ${found}`}
      </div>
      {text.trim() === '' && options.length > 0 && <h3 className={css.title}>Abiertos hace poco</h3>}
      <Options list={list} ids={ids} options={options} chosen={chosen} onOpen={onOpen} />
      {signUps.map((signUp) => (
        <SignUp key={signUp.country} signUp={signUp} />
      ))}
      {isFresh && search.data?.more && <p className={css.hint}>Hay más: buscá con un dato más preciso.</p>}
    </div>
  );
}

/** Person without an account: there is no page to open, so the answer is here. */
function SignUp({ signUp: { country, name, document, phone, at, decision } }: { signUp: SignUpHit }) {
  return (
    <div className={css.signUp}>
      <strong>{name}</strong>
      <span>
        {countryName(country)} · documento {document} · celular {phone}
      </span>
      <span>{dated(`Se registró el ${when(at)} y no creó su cuenta: no tiene ficha.`)}</span>
      {decision && (
        <p className={decision.is_refusal && decision.is_live ? css.refusal : undefined}>
          {dated(
            `${decision.is_refusal ? 'Rechazo' : 'Oferta'} del ${when(decision.at)}: ${decisionText(decision.rule)}. ${toldText(decision.told)}${untilText(decision)}`,
          )}
        </p>
      )}
    </div>
  );
}

function untilText({ is_refusal: isRefusal, is_live: isLive, expires }: Decision): string {
  if (isRefusal) return `${isLive ? 'Puede' : 'Pudo'} volver a pedir desde el ${when(expires)}.`;
  return `${isLive ? 'Vale hasta el' : 'Venció el'} ${when(expires)}.`;
}

interface OptionsProps {
  list: string;
  ids: string;
  options: readonly Option[];
  chosen: Option | undefined;
  onOpen: (() => void) | undefined;
}

function Options({ list, ids, options, chosen, onOpen }: OptionsProps) {
  return (
    <div id={list} role="listbox" aria-label="Resultados" className={css.list}>
      {options.map((option) => (
        <Link
          key={option.key}
          id={`${ids}-${option.key}`}
          role="option"
          aria-selected={option === chosen}
          tabIndex={-1}
          to={option.to}
          className={classes(css.option, option === chosen && css.chosen)}
          onFollow={onOpen}
        >
          <strong>{option.name}</strong>
          <span>{option.detail}</span>
        </Link>
      ))}
    </div>
  );
}

/** No keys to speak of. */
const isTouch = matchMedia('(hover: none)').matches;

function hintOf(
  text: string,
  { isFresh, isOpenable }: { readonly isFresh: boolean; readonly isOpenable: boolean },
  countries: ReturnType<typeof useMe>['countries'],
): string {
  if (text.trim() === '') return 'Escribí y apretá Enter. Cada búsqueda queda en el registro.';
  if (isFresh && !isOpenable) return '';
  if (isFresh) return isTouch ? 'Tocá a la persona.' : 'Flechas para elegir, Enter para abrir la ficha.';
  const kinds = [...new Set(searchReadings(text, countries).map(({ kind }) => KIND_NAMES[kind]))];
  return kinds.length === 0
    ? 'Todavía no es un dato que se pueda buscar.'
    : `Enter para buscarlo como ${kinds.join(', ')}.`;
}

function ofHit(hit: Hit): Option {
  const { kind, customer, ticket, report, country, name, document, phone, found } = hit;
  const parts = [
    countryName(country),
    document && `documento ${document}`,
    phone && `celular ${phone}`,
    foundText(kind, found),
  ];
  const [key, to] =
    ticket !== ''
      ? [`t${ticket}`, `/tickets/${ticket}`]
      : report !== ''
        ? [`r${report}`, `/dinero/${report}`]
        : [`c${customer}`, `/clientes/${customer}`];
  return {
    key,
    to,
    name: report === '' ? name || 'Sin nombre' : 'Dinero sin identificar',
    detail: parts.filter((part) => part !== '').join(' · '),
  };
}

function ofRecent({ customer, country, name, document, at }: Recent): Option {
  return {
    key: `c${customer}`,
    to: `/clientes/${customer}`,
    name,
    detail: `${countryName(country)} · documento ${document} · ${when(at)}`,
  };
}
