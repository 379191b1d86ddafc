import type { CountryCode } from '../../countries/country-pack.ts';
import { parseDocument } from '../../countries/identifiers/document.ts';
import { packOf } from '../../countries/index.ts';
import type { Dependencies } from '../dependencies.ts';
import { fail, failFields, ok } from '../platform/http/result.ts';
import { callerOf, route, type Route } from '../platform/http/route.ts';
import { accountStatus } from './account-status.ts';
import { guardDocument } from './document-guard/service.ts';
import { loanByPublicId, loansOfCustomer, type LoanDetails } from './details.ts';
import type { LoanLinks } from './links.ts';
import { receiptRoutes } from './receipt.ts';
import { loanAnswer } from './view.ts';

/** Country's main document type; accounts use no other. */
const mainDocumentType = 1;
const otherType = (country: CountryCode) =>
  `Consultá tu estado de cuenta con tu ${packOf(country).mainDocumentInText}.`;

export function loanRoutes(deps: Dependencies, links: LoanLinks): Route[] {
  return [read(deps, links), list(deps, links), ...receiptRoutes(deps), balance(deps, links)];
}

function read(deps: Dependencies, links: LoanLinks): Route {
  return route('GET /api/v3/loan-new/{id}', async ({ params, country, identity }) => {
    const loan = await loanByPublicId(deps.db, country, params.id);
    if (!loan) return fail('not_found');
    return ok({ result: answerOf(deps, links, loan, loan.customerId === identity?.customerId) });
  });
}

function list(deps: Dependencies, links: LoanLinks): Route {
  return route('GET /api/loan', async (call) => {
    const loans = await loansOfCustomer(deps.db, callerOf(call).customerId);
    return ok({ result: loans.map((loan) => answerOf(deps, links, loan, true)) });
  });
}

/** Only the owner gets the address of contract and promissory note. */
function answerOf({ clock, holidays }: Dependencies, links: LoanLinks, loan: LoanDetails, isOwner: boolean) {
  const answer = loanAnswer(loan, { now: clock.now(), holidays }, isOwner);
  return isOwner ? { ...answer, files: { ...answer.files, loan_docket: links.docket(loan) } } : answer;
}

function balance(deps: Dependencies, links: LoanLinks): Route {
  return route('POST /api/v3/balance', async (call) => {
    const { body, country, identity, origin } = call;
    // Another document type with the same digits belongs to another person.
    if (body.document_type !== mainDocumentType) return failFields({ document_type: otherType(country) });
    const document = parseDocument(country, body.document_number);
    if (!document.ok) return failFields({ document_number: document.message });
    const documentNumber = document.value;
    const stopped = await guardDocument(deps, call, documentNumber);
    if (stopped) return stopped;
    return ok({
      model: await accountStatus(
        deps,
        {
          country,
          documentNumber,
          customerId: identity?.customerId,
          loanId: body.loan_id,
          baseUrl: origin.baseUrl,
        },
        links,
      ),
    });
  });
}
