import type { Dependencies } from './dependencies.ts';
import { integrationRoutes } from './partners/directory/routes.ts';
import { partnerCommands } from './partners/directory/service.ts';
import { keyCommands } from './partners/keys/service.ts';
import { deliveryRoutes } from './partners/webhooks/routes.ts';
import { webhookCommands, webhookOffWork } from './partners/webhooks/service.ts';
import { settingCommands } from './operations/configuration/commands.ts';
import { closeCommands } from './operations/closes/commands.ts';
import { closeRoutes, closeWork } from './operations/closes/routes.ts';
import { confirmedDataCommands, confirmedDataRoutes } from './operations/configuration/confirmed-data.ts';
import { holidayCommands, holidayRoutes } from './operations/configuration/holidays.ts';
import { settingRoutes } from './operations/configuration/routes.ts';
import { recodeImage } from './customers/profile/decoding.ts';
import { customerCommands } from './operations/customers/commands.ts';
import { customerRoutes } from './operations/customers/routes.ts';
import { figureCommands, figureRoutes, figureWork } from './operations/figures/routes.ts';
import {
  runningCommands,
  runningRoutes,
  runningWork,
  type RunningWork,
} from './operations/running/routes.ts';
import { holdCommands } from './operations/holds/commands.ts';
import { holdRoutes } from './operations/holds/routes.ts';
import { debtorRoutes } from './operations/debtors/routes.ts';
import { screeningCommands } from './operations/screening/commands.ts';
import { screeningRoutes, screeningWork } from './operations/screening/routes.ts';
import { decisionRulesCommands } from './operations/decision-rules/commands.ts';
import { decisionRulesRoutes } from './operations/decision-rules/routes.ts';
import { exceptionCommands } from './operations/exceptions/commands.ts';
import { exceptionRoutes, exceptionWork } from './operations/exceptions/routes.ts';
import { collectionCommands } from './operations/collections/commands.ts';
import { collectionRoutes, collectionWork } from './operations/collections/routes.ts';
import { identityCommands } from './operations/identity/commands.ts';
import { identityRoutes, identityWork } from './operations/identity/routes.ts';
import { searchCommands, searchRoutes } from './operations/search/routes.ts';
import { loanChangeCommands } from './loans/actions/commands.ts';
import { staffLoanChangeRoutes } from './loans/actions/routes.ts';
import { payoutWork } from './loans/payout-desk/service.ts';
import { writeOffCommands } from './loans/write-off/service.ts';
import { payoutCommands, payoutRoutes } from './loans/payout-desk/routes.ts';
import { loanFigures } from './loans/service.ts';
import {
  datedValueCommands,
  datedValueRoutes,
  datedValueWork,
  priceListCommands,
  priceListRoutes,
} from './origination/offers/service.ts';
import type { Route } from './platform/http/route.ts';
import { approvalCommands, approvalRoutes, approvalWork } from './staff/actions/approvals.ts';
import { auditCommands, auditRoutes } from './staff/actions/audit-routes.ts';
import { closeObsolete, commandsByKey } from './staff/actions/obsolete.ts';
import type { StaffCommand } from './staff/actions/service.ts';
import { dataViewRoutes, watched } from './staff/data-views/service.ts';
import { exportCommands } from './staff/exports/routes.ts';
import { teamCommands } from './staff/team/commands.ts';
import { teamRoutes } from './staff/team/routes.ts';
import { requestRoutes, requestWork } from './rights/requests/routes.ts';
import { invoiceCommands, staffInvoiceRoutes } from './servicing/invoices/commands.ts';
import { invoiceWork } from './servicing/invoices/list.ts';
import { membershipDebtCommands, membershipDebtRoutes } from './servicing/memberships/debts.ts';
import { moneyCommands, moneyRoutes, moneyWork } from './servicing/payments/service.ts';
import { fileCommands, fileRoutes } from './staff/files/service.ts';
import { signOutCommand } from './staff/team/sign-in.ts';
import { viewCommands, viewRoutes } from './staff/views/routes.ts';
import { worklistRoutes } from './staff/worklist/routes.ts';
import { workLine, type WorkSource } from './staff/worklist/service.ts';
import { ticketCounts } from './support/tickets/console-list.ts';
import { dailyJobs, jobKinds, rowQueues } from './worker.ts';
import { ticketCommands } from './support/tickets/commands.ts';
import { staffTicketRoutes } from './support/tickets/console-routes.ts';
import { cancellationCommands } from './servicing/cancellations/service.ts';
import { withdrawalCommands } from './servicing/withdrawals/service.ts';
import { erasureCommands } from './rights/service.ts';

/** Staff commands by feature. A command of this list can wait for a second person. */
export function staffCommands(deps: Dependencies): StaffCommand[] {
  return [
    ...teamCommands(deps),
    ...auditCommands(deps),
    ...searchCommands(deps),
    ...customerCommands(deps),
    ...ticketCommands({ ...deps, loanFigures, recodeImage }),
    ...requestCommands(deps),
    ...fileCommands(deps),
    ...runningCommands(deps, workOf(deps)),
    ...priceListCommands(deps),
    ...decisionRulesCommands(deps),
    ...settingCommands(deps),
    ...confirmedDataCommands(deps),
    ...closeCommands(deps),
    ...datedValueCommands(deps),
    ...holidayCommands(deps),
    ...figureCommands(deps),
    ...moneyCommands(deps),
    ...membershipDebtCommands(deps),
    ...writeOffCommands(deps),
    ...invoiceCommands(deps),
    ...loanChangeCommands(deps),
    ...identityCommands(deps),
    ...exceptionCommands(deps),
    ...collectionCommands(deps),
    ...holdCommands(deps),
    ...screeningCommands(deps),
    ...partnerCommands(deps),
    ...keyCommands(deps),
    ...webhookCommands(deps),
    ...payoutCommands(deps),
    ...viewCommands(deps),
    ...exportCommands(deps, readRoutes),
  ];
}

const workOf = (deps: Dependencies): RunningWork => ({
  kinds: jobKinds(deps),
  queues: rowQueues,
  daily: dailyJobs(deps),
});

/** Sources of the worklist, each from the feature that owns the list. */
const workSources = (deps: Dependencies): WorkSource[] => [
  approvalWork(deps),
  ticketWork(deps),
  requestWork(deps),
  identityWork(deps),
  screeningWork(deps),
  exceptionWork(deps),
  collectionWork(deps),
  payoutWork(deps),
  moneyWork(deps),
  datedValueWork(deps),
  runningWork(deps, workOf(deps)),
  invoiceWork(deps.db),
  closeWork(deps),
  webhookOffWork(deps),
  figureWork(deps),
];

/** Open tickets assigned to the person, and unassigned ones. */
function ticketWork({ db }: Pick<Dependencies, 'db'>): WorkSource {
  return {
    lines: ['tickets-mine', 'tickets-unassigned'],
    async read(staff) {
      const { mine, unassigned } = await ticketCounts(db, staff);
      return [
        ...workLine('tickets-mine', { count: mine }),
        ...workLine('tickets-unassigned', { count: unassigned }),
      ];
    },
  };
}

/** Staff reads by feature. */
function readRoutes(deps: Dependencies): Route[] {
  return [
    ...teamRoutes(deps),
    ...approvalRoutes(deps),
    ...auditRoutes(deps),
    ...staffTicketRoutes({ ...deps, loanFigures }),
    ...requestRoutes(deps),
    ...priceListRoutes(deps),
    ...decisionRulesRoutes(deps),
    ...settingRoutes(deps),
    ...confirmedDataRoutes(deps),
    ...closeRoutes(deps),
    ...datedValueRoutes(deps),
    ...holidayRoutes(deps),
    ...searchRoutes(deps),
    ...customerRoutes(deps),
    ...fileRoutes(deps),
    ...runningRoutes(deps, workOf(deps)),
    ...figureRoutes(deps),
    ...moneyRoutes(deps),
    ...membershipDebtRoutes(deps),
    ...staffInvoiceRoutes(deps),
    ...staffLoanChangeRoutes(deps),
    ...identityRoutes(deps),
    ...exceptionRoutes(deps),
    ...collectionRoutes(deps),
    ...holdRoutes(deps),
    ...screeningRoutes(deps),
    ...debtorRoutes(deps),
    ...integrationRoutes(deps),
    ...deliveryRoutes(deps),
    ...payoutRoutes(deps),
    ...viewRoutes(deps),
    ...worklistRoutes(deps, workSources(deps)),
  ];
}

/**
 * Closes requests that can no longer be done, every minute until stopped; several workers take turns by the rows'
 * locks.
 */
export function startClosingApprovals(deps: Dependencies): () => void {
  const commands = commandsByKey(staffCommands(deps));
  let isClosing = false;
  const run = async () => {
    if (isClosing) return;
    isClosing = true;
    try {
      await closeObsolete(deps, commands);
    } catch (error) {
      deps.log.error({ err: error }, 'closing requests that can no longer be done failed');
    } finally {
      isClosing = false;
    }
  };
  const timer = setInterval(() => void run(), closingMs);
  return () => clearInterval(timer);
}

const closingMs = 60_000;

/** Every call of the staff's console; none without CONSOLE_URL. */
export function staffRoutes(deps: Dependencies): Route[] {
  if (deps.config.CONSOLE_URL === undefined) return [];
  const commands = staffCommands(deps);
  const written = [...commands, ...approvalCommands(deps, commands), signOutCommand(deps)];
  const routes = [...readRoutes(deps), ...dataViewRoutes(deps), ...written.map((command) => command.route)];
  return routes.map((each) => watched(deps, each));
}

/** All decisions on borrowers' requests; each is implemented by its own feature. */
function requestCommands(deps: Dependencies): StaffCommand[] {
  return [...cancellationCommands(deps), ...withdrawalCommands(deps), ...erasureCommands(deps)];
}
