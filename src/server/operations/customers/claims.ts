import { grantClaim, refuseClaim } from '../../origination/claims/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { ok } from '../../platform/http/result.ts';
import { DONE, staffCommand, type StaffCommand } from '../../staff/actions/service.ts';
import { aboutCustomer, unchangedCustomer } from './access.ts';

/** Staff decisions on a document that a customer asks for (docs/console.md#ficha). */
export function claimCommands(deps: Dependencies): StaffCommand[] {
  return [
    staffCommand(deps, 'POST /api/staff/customers/{id}/document-claim/grant', async (tx, asked) => {
      const found = await unchangedCustomer(tx, asked);
      if (!found.ok) return found;
      const granted = await grantClaim(tx, deps, found.value.id);
      if (!granted.ok) return granted;
      const { holder, isContested } = granted.value;
      const before = holder === undefined ? {} : { holder };
      const facts = { ...aboutCustomer(found.value), before, after: { document: 'granted' } };
      return ok({ answer: DONE, facts, isSmall: !isContested });
    }),
    staffCommand(deps, 'POST /api/staff/customers/{id}/document-claim/refuse', async (tx, asked) => {
      const found = await unchangedCustomer(tx, asked);
      if (!found.ok) return found;
      const refused = await refuseClaim(tx, deps, found.value.id);
      if (!refused.ok) return refused;
      const facts = { ...aboutCustomer(found.value), after: { document: 'refused' } };
      return ok({ answer: { messages: ['Le avisamos que no pudimos confirmar el documento.'] }, facts });
    }),
  ];
}
