import type { Dependencies } from '../../dependencies.ts';
import type { StaffCommand } from '../../staff/actions/service.ts';
import { waitingCommands } from './money-in/commands.ts';
import { paymentCommands } from './money-in/payment-commands.ts';
import { refundCommands } from './refunds/commands.ts';
import { refundResolutionCommands } from './refunds/rule.ts';
import { fileCommands } from './settlement-files/commands.ts';

/** Staff commands for incoming money (docs/console.md#dinero-que-entra). */
export function moneyCommands(deps: Dependencies): StaffCommand[] {
  return [
    ...waitingCommands(deps),
    ...paymentCommands(deps),
    ...refundCommands(deps),
    ...refundResolutionCommands(deps),
    ...fileCommands(deps),
  ];
}
