import type { z } from 'zod';
import { accounts } from './accounts.ts';
import { cancellationRequests } from './cancellation-requests.ts';
import { cancellations } from './cancellations.ts';
import { certificates } from './certificates.ts';
import { collections } from './collections.ts';
import { contracts } from './contracts.ts';
import { draftCalls } from './drafts.ts';
import type { Endpoint } from './endpoint.ts';
import { invoices } from './invoices.ts';
import { leads } from './leads.ts';
import { lists } from './lists.ts';
import { loans } from './loans.ts';
import { messageCalls } from './messages.ts';
import { memberships } from './memberships.ts';
import { offers } from './offers.ts';
import { operations } from './operations.ts';
import { ownData } from './own-data.ts';
import { passkeys } from './access/passkeys.ts';
import { partnerCalls } from './partners.ts';
import { payments } from './payments.ts';
import { proofs } from './access/proofs.ts';
import { referrals } from './referrals.ts';
import { documentClaims } from './access/document-claims.ts';
import { preferenceCalls } from './preferences.ts';
import { sandbox } from './sandbox.ts';
import { sessions } from './sessions.ts';
import { loanChanges } from './loan-changes.ts';
import { settlements } from './settlements.ts';
import { staffApprovals } from './staff/approvals.ts';
import { staffDataViews } from './staff/data-views.ts';
import { staffAudit } from './staff/audit.ts';
import { staffFigures } from './staff/figures.ts';
import { staffExports } from './staff/exports.ts';
import { staffCredits } from './staff/credits.ts';
import { staffLoanChanges } from './staff/loan-changes.ts';
import { staffMembershipDebts } from './staff/membership-debts.ts';
import { staffInvoices } from './staff/invoices.ts';
import { staffWriteOffs } from './staff/write-offs.ts';
import { staffFiles } from './staff/files.ts';
import { staffOperation } from './staff/operation.ts';
import { staffOrderContradictions } from './staff/order-contradictions.ts';
import { staffCloses } from './staff/closes.ts';
import { staffConfirmedData } from './staff/confirmed-data.ts';
import { staffDatedValues } from './staff/dated-values.ts';
import { staffDecisionRules } from './staff/decision-rules.ts';
import { staffExceptions } from './staff/exceptions.ts';
import { staffPriceLists } from './staff/price-lists.ts';
import { staffMoney } from './staff/money.ts';
import { staffSettlementFiles } from './staff/settlement-files.ts';
import { staffIntegrations } from './staff/integrations.ts';
import { staffHolds } from './staff/holds.ts';
import { staffDebtors } from './staff/debtors.ts';
import { staffScreening } from './staff/screening.ts';
import { staffCollections } from './staff/collections.ts';
import { staffIdentity } from './staff/identity.ts';
import { staffPayouts } from './staff/payouts.ts';
import { staffRequests } from './staff/requests.ts';
import { staffPasskeys } from './staff/passkeys.ts';
import { staffCustomers } from './staff/customers.ts';
import { staffSearch } from './staff/search.ts';
import { staffSessions } from './staff/sessions.ts';
import { staffTeam } from './staff/team.ts';
import { staffSettings } from './staff/settings.ts';
import { staffTickets } from './staff/tickets.ts';
import { staffWorklist } from './staff/worklist.ts';
import { staffViews } from './staff/views.ts';
import { statements } from './statements.ts';
import { tickets } from './tickets.ts';
import { withdrawals } from './withdrawals.ts';

export const contract = {
  ...sessions,
  ...passkeys,
  ...proofs,
  ...leads,
  ...offers,
  ...accounts,
  ...draftCalls,
  ...cancellations,
  ...lists,
  ...loans,
  ...contracts,
  ...withdrawals,
  ...payments,
  ...settlements,
  ...loanChanges,
  ...invoices,
  ...collections,
  ...certificates,
  ...cancellationRequests,
  ...referrals,
  ...statements,
  ...ownData,
  ...documentClaims,
  ...preferenceCalls,
  ...memberships,
  ...messageCalls,
  ...tickets,
  ...partnerCalls,
  ...operations,
  ...sandbox,
  ...staffSessions,
  ...staffPasskeys,
  ...staffTeam,
  ...staffApprovals,
  ...staffAudit,
  ...staffWorklist,
  ...staffDataViews,
  ...staffOperation,
  ...staffOrderContradictions,
  ...staffFigures,
  ...staffTickets,
  ...staffRequests,
  ...staffPriceLists,
  ...staffDecisionRules,
  ...staffSettings,
  ...staffCloses,
  ...staffConfirmedData,
  ...staffDatedValues,
  ...staffSearch,
  ...staffCustomers,
  ...staffFiles,
  ...staffMoney,
  ...staffCredits,
  ...staffMembershipDebts,
  ...staffWriteOffs,
  ...staffInvoices,
  ...staffLoanChanges,
  ...staffSettlementFiles,
  ...staffIdentity,
  ...staffExceptions,
  ...staffCollections,
  ...staffHolds,
  ...staffScreening,
  ...staffDebtors,
  ...staffIntegrations,
  ...staffPayouts,
  ...staffViews,
  ...staffExports,
} satisfies Record<string, Endpoint>;

export type Contract = typeof contract;
export type CallKey = keyof Contract;

type Part<K extends CallKey, Name extends keyof Endpoint> = Contract[K] extends { [N in Name]: infer S }
  ? S
  : undefined;

export type InputOf<K extends CallKey, Name extends 'params' | 'query' | 'body'> =
  Part<K, Name> extends z.ZodType ? z.input<Part<K, Name>> : undefined;

export type ParsedOf<K extends CallKey, Name extends 'params' | 'query' | 'body'> =
  Part<K, Name> extends z.ZodType ? z.output<Part<K, Name>> : undefined;

/** Text fields of a multipart call, as a handler receives them. */
export type UploadFieldsOf<K extends CallKey> = Contract[K] extends { upload: { fields: infer F } }
  ? F extends z.ZodType
    ? z.output<F>
    : undefined
  : undefined;

/** JSON members of a successful response, in addition to `status`. */
export type OutputOf<K extends CallKey> = Contract[K]['response'] extends z.ZodType
  ? z.output<Contract[K]['response']>
  : undefined;

type ConsoleAccess = 'console' | 'staff';

export type StaffKey = {
  [K in CallKey]: Contract[K]['access'] extends ConsoleAccess ? K : never;
}[CallKey];
