import type { CallKey } from '../../../contract/contract.ts';
import { formatDate } from '../../../domain/calendar-date.ts';
import { toUnits, negate, type Centavos } from '../../../domain/money.ts';
import type { Dependencies } from '../../dependencies.ts';
import { typesetForCall } from '../../papers/service.ts';
import { fileAnswer } from '../../platform/http/file-answer.ts';
import { fail, ok } from '../../platform/http/result.ts';
import { callerOf, route, type Call, type Route } from '../../platform/http/route.ts';
import { printedStatement } from './pdf.ts';
import { statementOf, type Statement, payoffLabel } from './service.ts';
import { isSigned as isAnySigned, signedQuery, type AddressQuery } from '../../platform/signed-address.ts';
import { statementTexts as texts } from '../../../countries/papers/statement-texts.ts';

/** Makes spreadsheets read the file as UTF-8. */
const byteOrderMark = '\uFEFF';

/**
 * Statement as CSV for a country that writes amounts with a comma: semicolons between columns, every text
 * quoted, amounts as plain numbers.
 */
function statementCsv({ movements, closing }: Statement): string {
  const lines = movements.map(({ date, concept, detail, charge, credit, balance }) => [
    text(formatDate(date)),
    text(concept),
    text(detail),
    charge === 0 ? '' : number(charge),
    credit === 0 ? '' : number(credit),
    number(balance),
  ]);
  const summary: readonly (readonly [string, Centavos])[] = [
    [texts.balance, closing.balance],
    [texts.inFavour, closing.inFavour],
    [texts.membership, negate(closing.membership)],
    [texts.toCome, closing.toCome],
    [texts.defaultInterest, closing.defaultInterest],
    [texts.outstanding, closing.outstanding],
    [texts.due, closing.due],
    [payoffLabel(closing), closing.payoff],
  ];
  const rows = [
    texts.heads.map(text),
    ...lines,
    ...summary.map(([label, amount]) => ['', text(label), '', '', '', number(amount)]),
  ];
  return byteOrderMark + rows.map((row) => `${row.join(';')}\r\n`).join('');
}

/**
 * Quotes a text cell. An apostrophe before a formula-like text makes spreadsheets show it as text (OWASP 'CSV
 * injection').
 */
export function text(words: string): string {
  const safe = /^\s*[=+\-@＝＋－＠]/.test(words) ? `'${words}` : words;
  return `"${safe.replaceAll('"', '""')}"`;
}

function number(amount: Centavos): string {
  const digits = Math.abs(amount).toString().padStart(3, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)},${digits.slice(-2)}`;
}

const purpose = 'statement-address';

type StatementFormat = 'pdf' | 'csv';
type Needs = Pick<Dependencies, 'vault' | 'clock'>;

/** Short-lived signed address of a statement file on this site. Give it only to the loan's owner. */
function statementAddress(deps: Needs, publicId: string, format: StatementFormat): string {
  return `/api/v3/statement/${publicId}/${format}?${signedQuery(deps, purpose, `${publicId}.${format}`)}`;
}

/** True for an address that we signed and that has not expired. */
function isSigned(
  deps: Needs,
  { publicId, format }: { readonly publicId: string; readonly format: StatementFormat },
  query: AddressQuery,
): boolean {
  return isAnySigned(deps, purpose, `${publicId}.${format}`, query);
}

/** Routes for a customer's statement, as page, PDF and CSV. */
export function statementRoutes(deps: Dependencies): Route[] {
  return [
    route('GET /api/v3/statement/{id}', async (call) => {
      const { customerId } = callerOf(call);
      const statement = await statementOf(deps, {
        country: call.country,
        publicId: call.params.id,
        customerId,
      });
      return statement ? ok({ result: answerOf(deps, statement) }) : fail('not_found');
    }),
    route('GET /api/v3/statement/{id}/pdf', async (call) => {
      const statement = await statementFor(deps, call, 'pdf');
      if (!statement) return fail('not_found');
      const printed = printedStatement(statement, deps.config, deps.clock.now());
      const body = await typesetForCall(printed);
      return ok(fileAnswer({ type: 'application/pdf', body, name: nameOf(statement, 'pdf') }));
    }),
    route('GET /api/v3/statement/{id}/csv', async (call) => {
      const statement = await statementFor(deps, call, 'csv');
      if (!statement) return fail('not_found');
      const body = statementCsv(statement);
      return ok(fileAnswer({ type: 'text/csv; charset=utf-8', body, name: nameOf(statement, 'csv') }));
    }),
  ];
}

type FileCall = Call<Extract<CallKey, `GET /api/v3/statement/{id}/${StatementFormat}`>>;

/** Statement for its owner, or for the holder of its signed address. */
function statementFor(
  deps: Dependencies,
  { country, params, query, identity }: FileCall,
  format: StatementFormat,
): Promise<Statement | undefined> {
  const publicId = params.id;
  if (isSigned(deps, { publicId, format }, query)) return statementOf(deps, { country, publicId });
  if (!identity) return Promise.resolve(undefined);
  return statementOf(deps, { country, publicId, customerId: identity.customerId });
}

function nameOf({ date }: Statement, format: StatementFormat): string {
  return `movimientos-${date}.${format}`;
}

function answerOf(deps: Dependencies, statement: Statement) {
  const { movements, closing } = statement;
  return {
    loan_id: statement.loanId,
    loan_number: statement.loanNumber,
    full_name: statement.fullName,
    document_number: statement.documentNumber,
    currency: statement.currency,
    date: formatDate(statement.date),
    state_slug: statement.state,
    principal: toUnits(statement.principal),
    movements: movements.map(({ date, kind, concept, detail, ...amounts }) => ({
      date: formatDate(date),
      kind,
      concept,
      detail,
      charge: toUnits(amounts.charge),
      credit: toUnits(amounts.credit),
      balance: toUnits(amounts.balance),
    })),
    closing: {
      balance: toUnits(closing.balance),
      to_come: toUnits(closing.toCome),
      default_interest: toUnits(closing.defaultInterest),
      outstanding: toUnits(closing.outstanding),
      due: toUnits(closing.due),
      payoff: toUnits(closing.payoff),
      payoff_until: closing.payoffUntil === null ? '' : formatDate(closing.payoffUntil),
      is_return: closing.isReturn,
      membership: toUnits(closing.membership),
      in_favour: toUnits(closing.inFavour),
      shortfall: toUnits(closing.shortfall),
    },
    files: {
      pdf: statementAddress(deps, statement.loanId, 'pdf'),
      csv: statementAddress(deps, statement.loanId, 'csv'),
    },
  };
}
