import type { CountryCode } from '../../countries/country-pack.ts';
import { parseDocument } from '../../countries/identifiers/document.ts';
import { packOf } from '../../countries/index.ts';
import type { Dependencies } from '../dependencies.ts';
import { violates } from '../platform/database.ts';
import { fail, failFields, ok } from '../platform/http/result.ts';
import { callerOf, route, type Call, type Route } from '../platform/http/route.ts';
import { docketLink } from '../origination/agreements/service.ts';
import { requireFresh } from '../customers/sessions/service.ts';
import { accountStatus } from './account-status.ts';
import { confirmLoan } from './confirm.ts';
import { guardDocument } from './document-guard.ts';
import { loanByPublicId, loansOfCustomer, type LoanRow } from './queries.ts';
import { receiptRoutes } from './receipt.ts';
import { loanAnswer, type LoanAnswer } from './view.ts';

/** The country's main document: accounts are kept by no other. */
const mainDocumentType = 1;
const otherType = (country: CountryCode) =>
  `Consultá tu estado de cuenta con tu ${packOf(country).mainDocumentInText}.`;

/**
 * Brings a customer's loans to where they stand today, in a transaction of its own, since everybody who books locks
 * loans before customers; payments know how, and they know loans.
 */
export type SettleLoans = (customer: {
  readonly customerId: number;
  readonly country: CountryCode;
}) => Promise<void>;

export function loanRoutes(deps: Dependencies, settleLoans: SettleLoans): Route[] {
  return [confirm(deps, settleLoans), read(deps), list(deps), ...receiptRoutes(deps), balance(deps)];
}

function confirm(deps: Dependencies, settleLoans: SettleLoans): Route {
  const attempt = async (call: Call<'POST /api/v3/finish-new'>) => {
    const { country, body, origin, commit } = call;
    const { customerId } = callerOf(call);
    try {
      return await commit(async (tx) => {
        const confirmed = await confirmLoan(deps, tx, { customerId, country, body, origin });
        return confirmed.ok ? ok({ result: { id: confirmed.value.publicId } }) : confirmed;
      });
    } catch (error) {
      if (violates(error, 'loan_one_active')) return fail('active_loan');
      throw error;
    }
  };
  const handle = async (call: Call<'POST /api/v3/finish-new'>) => {
    const { customerId, freshAt } = callerOf(call);
    // docs/security.md#fresh-login: where money goes asks for a person who has just proved who they are.
    const stale = requireFresh({ freshAt }, deps.clock, deps.config);
    if (stale) return stale;
    const first = await attempt(call);
    if (first.ok || first.code !== 'active_loan') return first;
    // Money in favour may have paid that loan off today.
    await settleLoans({ customerId, country: call.country });
    return attempt(call);
  };
  return route('POST /api/v3/finish-new', handle, { isAllInCommit: true });
}

function read(deps: Dependencies): Route {
  return route('GET /api/v3/loan-new/{id}', async ({ params, country, identity }) => {
    const row = await loanByPublicId(deps.db, country, params.id);
    if (!row) return fail('not_found');
    const isOwner = row.customer_id === identity?.customerId;
    return ok({ result: withDocket(deps, row, isOwner, loanAnswer(row, deps.clock.now(), isOwner)) });
  });
}

/** Adds the address of contract and promissory note, which only the owner gets. */
function withDocket<T extends Pick<LoanAnswer, 'files'>>(
  deps: Dependencies,
  row: LoanRow,
  isOwner: boolean,
  answer: T,
): T {
  return isOwner ? { ...answer, files: { ...answer.files, loan_docket: docketLink(deps, row) } } : answer;
}

function list(deps: Dependencies): Route {
  return route('GET /api/loan', async (call) => {
    const rows = await loansOfCustomer(deps.db, callerOf(call).customerId);
    const now = deps.clock.now();
    return ok({ result: rows.map((row) => withDocket(deps, row, true, loanAnswer(row, now, true))) });
  });
}

function balance(deps: Dependencies): Route {
  return route('POST /api/v3/balance', async (call) => {
    const { body, country, identity, origin } = call;
    // The same digits are another person's under another type of document.
    if (body.document_type !== mainDocumentType) return failFields({ document_type: otherType(country) });
    const document = parseDocument(country, body.document_number);
    if (!document.ok) return failFields({ document_number: document.message });
    const documentNumber = document.value;
    const stopped = await guardDocument(deps, call, documentNumber);
    if (stopped) return stopped;
    return ok({
      model: await accountStatus(deps, {
        country,
        documentNumber,
        customerId: identity?.customerId,
        baseUrl: origin.baseUrl,
      }),
    });
  });
}
