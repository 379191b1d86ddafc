import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FilterName } from '../../contract/staff/views.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { dated } from '../../ui/dated.tsx';
import { Tag } from '../../ui/tag.tsx';
import { money } from '../amounts.ts';
import { call } from '../api.ts';
import { useFilters } from '../place.ts';
import { allows, useMe } from '../session.ts';
import {
  INVOICE_KINDS,
  INVOICE_STATES,
  INVOICE_VIEW_NAMES,
  NO_INVOICES,
  type Invoice,
  type InvoiceView,
} from '../../words/invoices.ts';
import { countryName } from '../../words/texts.ts';
import { formatDate, parseIsoDate } from '../../domain/calendar-date.ts';
import { EvidenceLinks } from '../ui/evidence.tsx';
import { CountryFilter, FilterInput } from '../ui/filters.tsx';
import { Link } from '../ui/link.tsx';
import { ListBar } from '../ui/list-bar.tsx';
import { Empty, Said } from '../ui/list-parts.tsx';
import { List, Table, useList } from '../ui/list.tsx';
import { PageHead } from '../ui/page-head.tsx';
import css from '../ui/page.module.css';
import { Views } from '../ui/views.tsx';
import { SendDialog, SettleDialog } from './dialogs.tsx';
import { SeriesList } from './series-list.tsx';
import { Waits } from '../ui/waits.tsx';

const VIEWS = Object.keys(INVOICE_VIEW_NAMES) as InvoiceView[];
const tones = {
  waiting: 'late',
  'in-flight': 'late',
  authorised: 'good',
  refused: 'bad',
  resolved: 'off',
} as const;

interface Doing {
  readonly what: 'send' | 'settle';
  readonly invoice: Invoice;
}

/** Fiscal documents: those that the authority refused, those that wait, and those issued. */
export function InvoicesPage() {
  const [filters, setFilter] = useFilters<FilterName<'/facturas'>>();
  const queries = useQueryClient();
  const [doing, setDoing] = useState<Doing>();
  const [said, setSaid] = useState('');
  const view = VIEWS.find((each) => each === filters.get('vista')) ?? 'refused';
  const number = filters.get('numero') ?? '';
  const query = {
    view,
    ...(filters.get('pais') ? { country: filters.get('pais') as Invoice['country'] } : {}),
    ...(/^\d{1,8}$/.test(number) ? { number } : {}),
  };
  const { list, rows } = useList(
    ['invoices', query],
    'from',
    (page) => call('GET /api/staff/invoices', { query: { ...query, ...page } }),
    { refetchInterval: 30_000 },
  );
  const stale = () => void queries.invalidateQueries();
  const done = (message: string) => {
    setDoing(undefined);
    setSaid(message);
    stale();
  };
  const props = { filters, setFilter };
  const dialog = doing && {
    invoice: doing.invoice,
    onClose: () => setDoing(undefined),
    onDone: done,
    onStale: stale,
  };
  return (
    <>
      <PageHead title="Facturas" />
      <SeriesList country={query.country} onDone={done} onStale={stale} />
      <Views
        names={INVOICE_VIEW_NAMES}
        view={view}
        search={filters}
        counts={list.data?.pages[0]?.counts}
        without={['numero']}
      />
      <Said message={said} />
      <ListBar file="facturas" query={query}>
        <FilterInput {...props} name="numero" label="Número" inputMode="numeric" maxLength={8} />
        <CountryFilter {...props} />
      </ListBar>
      <List list={list}>
        <InvoicesTable rows={rows} view={view} onDo={setDoing} />
      </List>
      {dialog && doing.what === 'send' && <SendDialog {...dialog} />}
      {dialog && doing.what === 'settle' && <SettleDialog {...dialog} />}
    </>
  );
}

const shownDay = (iso: string) => {
  const day = parseIsoDate(iso);
  return day === undefined ? '' : formatDate(day);
};

/** A line that is not broken. */
const whole = classes(css.minor, css.whole);

interface TableProps {
  rows: readonly Invoice[];
  view: InvoiceView;
  onDo: (doing: Doing) => void;
}

function InvoicesTable({ rows, view, onDo }: TableProps) {
  if (rows.length === 0) return <Empty nothing={NO_INVOICES[view]} />;
  return (
    <Table
      caption="Comprobantes: los abiertos del más viejo al más nuevo, los demás al revés"
      columns={['Quién', 'Comprobante', ['Neto', css.number], ['IVA', css.number], 'Estado']}
    >
      {rows.map((row) => (
        <tr key={row.id}>
          <th scope="row">
            <Link to={`/clientes/${row.customer}`} className={css.link}>
              {row.person || `Cliente ${row.customer}`}
            </Link>
            <span className={css.minor}>
              Documento {row.document}, préstamo {row.loan}, {countryName(row.country)}
            </span>
          </th>
          <td>
            {INVOICE_KINDS[row.kind]} {row.number}
            <span className={whole}>Del {shownDay(row.tax_date)}</span>
            {row.issued_on && row.issued_on !== row.tax_date && (
              <span className={whole}>Con fecha {shownDay(row.issued_on)}</span>
            )}
          </td>
          <td className={css.number}>{money(row.net, row.currency)}</td>
          <td className={css.number}>{money(row.tax, row.currency)}</td>
          <td>
            {view !== 'authorised' && <Tag tone={tones[row.state]}>{INVOICE_STATES[row.state]}</Tag>}
            {row.faults && <span className={css.minor}>{row.faults}</span>}
            {row.code && (
              <span className={css.minor}>
                {dated(`Autorización ${row.code}, vence el ${shownDay(row.code_until)}`)}
              </span>
            )}
            {row.reason && <span className={css.minor}>{row.reason}</span>}
            {row.file && <EvidenceLinks files={[row.file]} />}
            <Waits by={row.asked_by} />
            <Actions invoice={row} onDo={onDo} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

function Actions({ invoice, onDo }: { invoice: Invoice; onDo: (doing: Doing) => void }) {
  const me = useMe();
  if (invoice.state !== 'refused' || invoice.asked_by) return null;
  const of = <span className="visually-hidden"> de {invoice.person || invoice.customer}</span>;
  return (
    <div className={css.row}>
      {allows(me, 'POST /api/staff/invoices/{id}/send') && (
        <Button kind="ghost" small onClick={() => onDo({ what: 'send', invoice })}>
          Mandar otra vez{of}
        </Button>
      )}
      {allows(me, 'POST /api/staff/invoices/{id}/settle') && (
        <Button kind="ghost" small onClick={() => onDo({ what: 'settle', invoice })}>
          Dar por resuelta{of}
        </Button>
      )}
    </div>
  );
}
