import { useQuery, queryOptions } from '@tanstack/react-query';
import { writtenDocument } from '../../countries/identifiers/document.ts';
import { statementTexts as shared } from '../../countries/papers/statement-texts.ts';
import { messageOf } from '../../ui/api-failure.ts';
import { useCountry } from '../country.tsx';
import { NotLoaded } from '../shell/not-loaded.tsx';
import { usePathParam } from '../router/context.ts';
import { Screen, ScreenSkeleton } from '../shell/screen.tsx';
import { useGo } from '../shell/use-go.ts';
import { Button } from '../../ui/button.tsx';
import { dated } from '../../ui/dated.tsx';
import { Card } from '../ui/card.tsx';
import { useMoney } from '../ui/use-money.ts';
import { DefinitionList } from '../ui/stack-bar.tsx';
import css from './statement.module.css';
import { classes } from '../../ui/classes.ts';
import type { OutputOf } from '../../contract/contract.ts';
import { call } from '../api.ts';

/** Texts of the statement's page; those that the files share are in countries/papers/statement-texts.ts. */
const texts = {
  pdf: 'Descargar PDF',
  csv: 'Descargar planilla (CSV)',
  print: 'Imprimir',
  back: 'Volver',
  loan: (number: string) => `Préstamo ${number}`,
  summary: (date: string) => `Cómo está tu préstamo al ${date}`,
  movements: 'Movimientos',
  empty: 'Todavía no hay movimientos: van a aparecer cuando te entreguemos el dinero.',
  balanceAfter: 'Saldo',
  none: '–',
  failedTitle: 'No pudimos mostrar tus movimientos',
} as const;

/** All movements of a loan, and its standing. */
type Statement = OutputOf<'GET /api/v3/statement/{id}'>['result'];

/** The addresses of the files end after five minutes: fresh ones come before, while the page is looked at. */
const refreshMs = 4 * 60_000;

const statementQuery = (id: string) =>
  queryOptions({
    queryKey: ['statement', id],
    queryFn: async ({ signal }) =>
      (await call('GET /api/v3/statement/{id}', { params: { id }, signal })).result,
    refetchInterval: refreshMs,
    meta: { quiet: true },
  });

/** One row a movement; on a phone each is drawn as a card and stays a row for a screen reader. */
function MovementTable({ movements }: { movements: Statement['movements'] }) {
  const money = useMoney();
  return (
    <table className={css.table} aria-label={texts.movements}>
      <thead>
        <tr>
          {shared.heads
            .filter((head) => head !== shared.detailHead)
            .map((head, index) => (
              <th key={head} scope="col" className={index > 1 ? css.figure : undefined}>
                {head}
              </th>
            ))}
        </tr>
      </thead>
      <tbody>
        {movements.map((each, index) => (
          <tr key={index} className={css[kindOf(each.kind)]}>
            <td className={css.date}>{each.date}</td>
            <th scope="row" className={css.concept}>
              {each.concept}
              {each.detail !== '' && <span className={css.detail}>{each.detail}</span>}
            </th>
            <td className={classes(css.figure, css.charge)}>{each.charge > 0 && money(each.charge)}</td>
            <td className={classes(css.figure, css.credit)}>{each.credit > 0 && `-${money(each.credit)}`}</td>
            <td className={classes(css.figure, css.balance)}>
              <span className={css.narrow}>{texts.balanceAfter} </span>
              {money(each.balance)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Row style: good if it lessens the debt, bad for default interest, plain otherwise. */
function kindOf(kind: Statement['movements'][number]['kind']): 'good' | 'late' | 'plain' {
  if (kind === 'payment' || kind === 'discount') return 'good';
  return kind === 'default-interest' ? 'late' : 'plain';
}

/** Every movement of a loan with its running balance, for its owner; printable, and as files. */
export function StatementScreen() {
  const id = usePathParam('id');
  const query = useQuery(statementQuery(id));
  if (query.data) return <Sheet statement={query.data} />;
  if (!query.isError)
    return <ScreenSkeleton shapes={['line', 'line', 'line', 'title', 'line', 'line', 'line', 'line']} />;
  return (
    <NotLoaded
      title={texts.failedTitle}
      message={messageOf(query.error)}
      retry={() => void query.refetch()}
    />
  );
}

function Sheet({ statement }: { statement: Statement }) {
  const go = useGo();
  const { code, mainDocument } = useCountry();
  const document = `${mainDocument} ${writtenDocument(code, statement.document_number)}`;
  return (
    <Screen
      title={shared.title}
      intro={<p>{`${statement.full_name}\u00a0· ${document}\u00a0· ${texts.loan(statement.loan_number)}`}</p>}
    >
      <Closing statement={statement} />
      <Card>
        <h2>{texts.movements}</h2>
        {statement.movements.length === 0 ? (
          <p>{texts.empty}</p>
        ) : (
          <>
            <p className={css.note}>{shared.explanation}</p>
            <MovementTable movements={statement.movements} />
          </>
        )}
      </Card>
      <Card soft className="no-print">
        <a className={css.file} href={statement.files.pdf} download>
          {texts.pdf}
        </a>
        <a className={css.file} href={statement.files.csv} download>
          {texts.csv}
        </a>
        <Button wide kind="ghost" onClick={() => window.print()}>
          {texts.print}
        </Button>
        <Button wide kind="text" onClick={go.back}>
          {texts.back}
        </Button>
      </Card>
    </Screen>
  );
}

/** From the last balance to all that is owed, and what of it is due. */
function Closing({ statement }: { statement: Statement }) {
  const { balance, to_come, default_interest, outstanding, due, in_favour, shortfall, membership } =
    statement.closing;
  const money = useMoney();
  const { payoff, payoff_until, is_return } = statement.closing;
  const payoffLabel = is_return ? shared.giveBack(payoff_until) : shared.payoff(payoff_until);
  const items = [
    { label: shared.balance, units: balance },
    ...(in_favour > 0 ? [{ label: shared.inFavour, units: in_favour }] : []),
    ...(shortfall > 0 ? [{ label: shared.shortfall, units: shortfall }] : []),
    ...(membership > 0 ? [{ label: shared.membership, units: -membership }] : []),
    { label: shared.toCome, units: to_come },
    ...(default_interest > 0 ? [{ label: shared.defaultInterest, units: default_interest }] : []),
    // After a withdrawal the plan applies again only if the money is not returned.
    { label: shared.outstanding, units: outstanding, strong: !is_return },
    ...(due > 0 ? [{ label: shared.due, units: due }] : []),
    ...(payoff > 0 ? [{ label: payoffLabel, units: payoff, strong: true }] : []),
  ];
  return (
    <Card>
      <h2>{dated(texts.summary(statement.date))}</h2>
      <DefinitionList items={items.map(({ units, ...item }) => ({ ...item, value: money(units) }))} />
    </Card>
  );
}
