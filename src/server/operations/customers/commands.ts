import { addNote } from '../../customers/notes/service.ts';
import { endSessions } from '../../customers/sessions/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { recordEvent } from '../../platform/events.ts';
import { ok } from '../../platform/http/result.ts';
import { staffCommand, type Facts, type StaffCommand, DONE } from '../../staff/actions/service.ts';
import { aboutCustomer, claimSlot, openCustomer, unchangedCustomer } from './service.ts';
import { correctionCommands } from './corrections.ts';
import { linkCommand } from './links.ts';
import { unmaskCommand } from './unmask.ts';
import { grantClaim, refuseClaim } from '../../origination/claims/service.ts';

const aboutClaim = (customer: Parameters<typeof aboutCustomer>[0]): Facts => ({
  ...aboutCustomer(customer),
  slot: claimSlot(customer.id),
});

/** Staff decisions on a document that a customer claims (docs/console.md#ficha). */
function claimCommands(deps: Dependencies): StaffCommand[] {
  return [
    staffCommand(deps, 'POST /api/staff/customers/{id}/document-claim/grant', async (tx, asked) => {
      const found = await unchangedCustomer(tx, asked);
      if (!found.ok) return found;
      const granted = await grantClaim(tx, deps, found.value.id);
      if (!granted.ok) return granted;
      const { holder, isContested } = granted.value;
      const before = holder === undefined ? {} : { holder };
      const facts = { ...aboutClaim(found.value), before, after: { document: 'granted' } };
      return ok({ answer: DONE, facts, isSmall: !isContested });
    }),
    staffCommand(deps, 'POST /api/staff/customers/{id}/document-claim/refuse', async (tx, asked) => {
      const found = await unchangedCustomer(tx, asked);
      if (!found.ok) return found;
      const refused = await refuseClaim(tx, deps, found.value.id);
      if (!refused.ok) return refused;
      const facts = { ...aboutClaim(found.value), after: { document: 'refused' } };
      return ok({ answer: { messages: ['Le avisamos que no pudimos confirmar el documento.'] }, facts });
    }),
  ];
}

export function customerCommands(deps: Dependencies): StaffCommand[] {
  return [
    unmaskCommand(deps),
    noteCommand(deps),
    linkCommand(deps),
    sessionsCommand(deps),
    ...claimCommands(deps),
    ...correctionCommands(deps),
  ];
}

/** Adds a note. Notes are never changed, only corrected by another one; their text is not in the audit. */
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

/** Logs out everyone with the person's phone or password; the person logs in again. */
function sessionsCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/customers/{id}/sessions/end', async (tx, asked) => {
    const found = await unchangedCustomer(tx, asked);
    if (!found.ok) return found;
    const { id: customerId, country } = found.value;
    const at = deps.clock.now();
    const ended = await endSessions(tx, customerId, at);
    await recordEvent(tx, { at, country, kind: 'sessions_ended', customerId, detail: { ended } });
    const facts = { ...aboutCustomer(found.value), after: { sessions_ended: ended } };
    const said = ended === 0 ? 'No tenía sesiones abiertas.' : 'Se cerraron todas sus sesiones.';
    return ok({ answer: { messages: [said] }, facts });
  });
}
