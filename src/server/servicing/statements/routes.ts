import type { CallKey } from '../../../contract/contract.ts';
import { formatDate } from '../../../domain/calendar-date.ts';
import { toUnits } from '../../../domain/money.ts';
import type { Dependencies } from '../../dependencies.ts';
import { typeset } from '../../papers/service.ts';
import { fileAnswer } from '../../platform/http/file-answer.ts';
import { fail, ok } from '../../platform/http/result.ts';
import { callerOf, route, type Call, type Route } from '../../platform/http/route.ts';
import { isSigned, statementAddress, type StatementFormat } from './addresses.ts';
import { statementCsv } from './csv.ts';
import { printedStatement } from './pdf.ts';
import { statementOf, type Statement } from './service.ts';

/** The statement of an own loan, as page, PDF and CSV. */
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
      const body = await typeset(printed);
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

/** For its owner, or by the short-lived address that the owner was given. */
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
