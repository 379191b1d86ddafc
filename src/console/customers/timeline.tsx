import { dated } from '../../ui/dated.tsx';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { call } from '../api.ts';
import { useFilters } from '../place.ts';
import { reasonName } from '../../words/texts.ts';
import { Link } from '../ui/link.tsx';
import { More, ReadTrouble } from '../ui/list-parts.tsx';
import page from '../ui/page.module.css';
import {
  detailLines,
  hasLedger,
  SOURCE_NAMES,
  ticketNumber,
  titleOf,
  type Customer,
  type TimelineItem,
} from './texts.ts';
import css from './customers.module.css';
import { useList } from '../ui/list.tsx';
import { When } from '../ui/when.tsx';

type Source = keyof typeof SOURCE_NAMES;

const isSource = (value: string): value is Source => Object.hasOwn(SOURCE_NAMES, value);

/** Events, newest first, in pages. The filter is in the address. */
export function Timeline({ customer }: { customer: Customer }) {
  const [filters, setFilter] = useFilters();
  const given = filters.get('que') ?? '';
  const source = isSource(given) ? given : undefined;
  const isLedgerShown = filters.get('libro') === 'si';
  const { list, rows: items } = useList(
    ['timeline', customer.id, source ?? ''],
    'before',
    (from) =>
      call('GET /api/staff/customers/{id}/timeline', {
        params: { id: customer.id },
        query: { ...(source ? { source } : {}), ...from },
      }),
    { keepsRows: false, refetchOnWindowFocus: false },
  );
  return (
    <section aria-labelledby="historia" className={css.card}>
      <div className={css.title}>
        <h2 id="historia">Qué pasó</h2>
        <label className={page.field}>
          <span className="visually-hidden">Mostrar</span>
          <select value={source ?? ''} onChange={(event) => setFilter('que', event.target.value)}>
            <option value="">Todo</option>
            {Object.entries(SOURCE_NAMES).map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </div>
      {(isLedgerShown || items.some(hasLedger)) && (
        <label className={css.switch}>
          <input
            type="checkbox"
            checked={isLedgerShown}
            onChange={(event) => setFilter('libro', event.target.checked ? 'si' : '')}
          />
          <span>Mostrar los saldos del libro</span>
        </label>
      )}
      <ReadTrouble read={list} />
      {list.isPending && <SkeletonGroup shapes={['line', 'line', 'line', 'line']} />}
      {list.isSuccess && items.length === 0 && <p className={css.none}>No hay nada acá.</p>}
      <ol className={css.timeline}>
        {withLooksJoined(items).map(({ item, times }) => (
          <Item key={item.id} item={item} times={times} customer={customer} isLedgerShown={isLedgerShown} />
        ))}
      </ol>
      <More list={list} />
    </section>
  );
}

/** Joins views of the same page by the same person in a row. */
function withLooksJoined(items: readonly TimelineItem[]) {
  const joined: { item: TimelineItem; times: number }[] = [];
  for (const item of items) {
    const last = joined.at(-1);
    const isSame = item.name.startsWith('GET ') && last && titleOf(last.item) === titleOf(item);
    if (isSame && item.reason_code === last.item.reason_code) last.times += 1;
    else joined.push({ item, times: 1 });
  }
  return joined;
}

interface ItemProps {
  item: TimelineItem;
  times: number;
  customer: Customer;
  isLedgerShown: boolean;
}

function Item({ item, times, customer, isLedgerShown }: ItemProps) {
  const details = detailLines(item, customer.country, isLedgerShown);
  const words = item.source === 'message' && item.text === '' ? 'El texto ya no está guardado.' : item.text;
  return (
    <li>
      <p className={css.what}>
        <strong>
          {titleOf(item)}
          {times > 1 && ` (${times} veces)`}
        </strong>
        <When at={item.at} />
      </p>
      {item.subject && <p>{item.subject}</p>}
      {item.reason_code && <p className={page.minor}>{reasonName(item.reason_code)}</p>}
      {words && (item.source === 'message' ? <Folded words={words} /> : <p className={css.words}>{words}</p>)}
      {details.length > 0 && <Details lines={details} />}
      {item.loan && <p className={page.minor}>Préstamo {item.loan}</p>}
      {item.ticket && (
        <p>
          <Link className={page.link} to={`/tickets/${item.ticket}`}>
            Ver el ticket N.º {ticketNumber(item)}
          </Link>
        </p>
      )}
    </li>
  );
}

/** Lines that are read as one sentence; further ones are folded. */
const MOST_LINES = 3;

function Details({ lines }: { lines: readonly string[] }) {
  if (lines.length <= MOST_LINES) return <p className={page.minor}>{dated(lines.join(' · '))}</p>;
  return (
    <details>
      <summary>Detalle</summary>
      <ul className={page.minor}>
        {lines.map((line) => (
          <li key={line}>{dated(line)}</li>
        ))}
      </ul>
    </details>
  );
}

/** The text that was sent, once it is asked for. */
function Folded({ words }: { words: string }) {
  return (
    <details>
      <summary>Texto</summary>
      <p className={css.words}>{words}</p>
    </details>
  );
}
