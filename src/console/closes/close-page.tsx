import { useMutation, useQuery } from '@tanstack/react-query';
import type { OutputOf } from '../../contract/contract.ts';
import { Button } from '../../ui/button.tsx';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { Tag } from '../../ui/tag.tsx';
import { CLOSE_REASON_NAMES, CLOSE_STATES, CLOSE_TONES } from '../../words/closes.ts';
import { count, monthName } from '../../words/figures.ts';
import { AWAITS, countryName } from '../../words/texts.ts';
import { money } from '../amounts.ts';
import { asSeen, call, download, type StaffInput } from '../api.ts';
import own from '../configuration/configuration.module.css';
import { allows, useMe } from '../session.ts';
import { ReadTrouble, Said, Trouble } from '../ui/list-parts.tsx';
import { Table } from '../ui/list.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Link } from '../ui/link.tsx';
import css from '../ui/page.module.css';
import { useDoing } from '../ui/outcome.ts';
import { ReasonDialog } from '../ui/write-dialog.tsx';
import look from './closes.module.css';
import { closeQuery, Journal } from './journal.tsx';
import { Obstacles } from './obstacles.tsx';
import { Waits } from '../ui/waits.tsx';

type Detail = OutputOf<'GET /api/staff/closes/{id}'>;

/** Milliseconds between looks at a close that the worker prepares. */
const lookEveryMs = 3_000;

/** A month's close: what would be booked, or was, and its files. */
export function ClosePage({ id }: { id: string }) {
  const me = useMe();
  const { doing, setDoing, said, close, done } = useDoing<'close'>();
  const detail = useQuery({
    ...closeQuery(id),
    refetchInterval: ({ state }) => (state.data?.close.state === 'freezing' ? lookEveryMs : false),
  });
  const month = detail.data?.close;
  const mayClose =
    month?.state === 'prepared' &&
    month.waits === '' &&
    detail.data?.obstacles.length === 0 &&
    allows(me, 'POST /api/staff/closes/{id}/close');
  return (
    <>
      <PageHead
        title={
          month ? `Cierre de ${monthName(month.month)}, ${countryName(month.country)}` : 'Cierre de un mes'
        }
      >
        {mayClose && (
          <Button small onClick={() => setDoing('close')}>
            Cerrar el mes
          </Button>
        )}
      </PageHead>
      <BackLink />
      <Said message={said} />
      <ReadTrouble read={detail} />
      {detail.isPending && <SkeletonGroup shapes={['line', 'line', 'line']} />}
      {detail.data && <CloseDetail detail={detail.data} />}
      {month && doing === 'close' && (
        <ReasonDialog
          title={`Cerrar ${monthName(month.month)}, ${countryName(month.country)}`}
          action="Pedir aprobación"
          names={CLOSE_REASON_NAMES}
          first="month-end"
          write={(reason) => call('POST /api/staff/closes/{id}/close', { ...asSeen(month), body: reason })}
          said={AWAITS}
          onClose={close}
          onDone={done}
          onStale={() => void detail.refetch()}
        >
          <p>Cuando otra persona lo aprueba queda cerrado, con su número, y no se vuelve a abrir.</p>
        </ReasonDialog>
      )}
    </>
  );
}

const BackLink = () => (
  <p className={css.said}>
    <Link to="/cierres" className={css.link}>
      Volver a Cierre
    </Link>
  </p>
);

function CloseDetail({ detail }: { detail: Detail }) {
  const { close, obstacles, journal, sums, unsent } = detail;
  const amount = (units: number) => money(units, close.currency);
  return (
    <>
      <div className={look.state}>
        <Tag tone={CLOSE_TONES[close.state]}>
          {close.state === 'closed' ? `Cerrado, n.º ${close.number}` : CLOSE_STATES[close.state]}
        </Tag>
        <Waits by={close.waits} />
        <span>Préstamos: {close.state === 'freezing' ? '—' : count(close.loans)}</span>
      </div>
      {unsent && unsent.loans > 0 && <Unsent {...unsent} currency={close.currency} />}
      {obstacles.length > 0 && (
        <div className={look.obstacles}>
          <Obstacles obstacles={obstacles} />
        </div>
      )}
      {journal.length > 0 && (
        <section className={own.group} aria-labelledby="diario">
          <h2 id="diario">{close.state === 'closed' ? 'Diario' : 'Lo que se registraría'}</h2>
          <Journal journal={journal} currency={close.currency} />
        </section>
      )}
      {sums.length > 0 && (
        <section className={own.group} aria-labelledby="sumas">
          <h2 id="sumas">Sumas de los préstamos</h2>
          <Table caption="Sumas de los préstamos" frame="Sumas" columns={['Qué', ['Importe', css.number]]}>
            {sums.map(({ name, amount: units }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td className={css.number}>{amount(units)}</td>
              </tr>
            ))}
          </Table>
        </section>
      )}
      {close.state === 'closed' && <Files detail={detail} />}
    </>
  );
}

type UnsentProps = NonNullable<Detail['unsent']> & Pick<Detail['close'], 'currency'>;

/** Loans that the close has and the portfolio has not. */
function Unsent({ loans, principal, currency }: UnsentProps) {
  return (
    <p className={css.said}>
      Cuenta {loans === 1 ? '1 préstamo confirmado' : `${count(loans)} préstamos confirmados`} sin enviar a
      fin de mes, con {money(principal, currency)} de capital. La Cartera del Tablero sólo cuenta los
      enviados.
    </p>
  );
}

type Query = StaffInput<'POST /api/staff/closes/{id}/export'>['query'];

/** Files of a closed month. */
function Files({ detail: { close, parts } }: { detail: Detail }) {
  const me = useMe();
  const file = useMutation({
    mutationFn: (query: Query) =>
      download('POST /api/staff/closes/{id}/export', { params: { id: close.id }, query, body: {} }),
  });
  if (!allows(me, 'POST /api/staff/closes/{id}/export')) return null;
  const all: readonly (readonly [name: string, query: Query])[] = (['csv', 'xlsx'] as const).flatMap(
    (format) => [
      [`Diario, ${format.toUpperCase()}`, { file: 'journal', format }] as const,
      ...Array.from({ length: parts }, (_, index) => {
        const of = parts > 1 ? ` ${index + 1} de ${parts}` : '';
        return [
          `Préstamos${of}, ${format.toUpperCase()}`,
          { file: 'loans', format, part: String(index + 1) },
        ] as const;
      }),
    ],
  );
  return (
    <section className={own.group} aria-labelledby="archivos">
      <h2 id="archivos">Archivos</h2>
      <Trouble error={file.error} />
      <div className={css.row}>
        {all.map(([name, query]) => (
          <Button key={name} kind="ghost" small busy={file.isPending} onClick={() => file.mutate(query)}>
            {name}
          </Button>
        ))}
      </div>
    </section>
  );
}
