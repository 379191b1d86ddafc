import type { Dependencies } from '../../dependencies.ts';
import { cancellationCommands } from '../../servicing/cancellations/service.ts';
import { withdrawalCommands } from '../../servicing/withdrawals/service.ts';
import type { StaffCommand } from '../../staff/actions/service.ts';
import { erasureCommands } from '../service.ts';

/** All decisions on borrowers' requests; each is implemented by its own feature. */
export function requestCommands(deps: Dependencies): StaffCommand[] {
  return [...cancellationCommands(deps), ...withdrawalCommands(deps), ...erasureCommands(deps)];
}
