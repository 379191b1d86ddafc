import { addNote } from '../../customers/notes/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { ok } from '../../platform/http/result.ts';
import { staffCommand, type StaffCommand } from '../../staff/actions/service.ts';
import { aboutCustomer, openCustomer } from './access.ts';
import { correctionCommands } from './corrections.ts';
import { linkCommand } from './links.ts';
import { unmaskCommand } from './unmask.ts';

/** What the staff does to a customer. */
export function customerCommands(deps: Dependencies): StaffCommand[] {
  return [unmaskCommand(deps), noteCommand(deps), linkCommand(deps), ...correctionCommands(deps)];
}

/** A note is never changed: another one corrects it. Its words stay out of the audit. */
function noteCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/customers/{id}/notes', async (tx, asked) => {
    const found = await openCustomer(tx, asked);
    if (!found.ok) return found;
    const { id: customerId, country } = found.value;
    const { staffId } = asked.by;
    const note = await addNote(tx, {
      country,
      customerId,
      staffId,
      text: asked.body.text,
      at: deps.clock.now(),
    });
    const facts = { ...aboutCustomer(found.value), after: { note } };
    return ok({ answer: { messages: ['Nota guardada.'] }, facts });
  });
}
