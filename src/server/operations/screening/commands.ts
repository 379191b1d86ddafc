import { HOLD_RULES } from '../../../domain/holds.ts';
import { decideMatch, lockMatch, matchById, type LockedMatch } from '../../customers/screening/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { lockOrdersOf, resumeHeld } from '../../loans/service.ts';
import type { Tx } from '../../platform/database.ts';
import { fail, ok, type Result } from '../../platform/http/result.ts';
import {
  countriesOf,
  DONE,
  staffCommand,
  type Asked,
  type Facts,
  type StaffCommand,
} from '../../staff/actions/service.ts';
import { placeHold } from '../holds/service.ts';

/** Decisions on possible matches (docs/product/screening.md#decision). */
export function screeningCommands(deps: Dependencies): StaffCommand[] {
  return [otherCommand(deps), sameCommand(deps)];
}

function otherCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/screening/{id}/other', async (tx, asked) => {
    const found = await unchangedMatch(tx, asked);
    if (!found.ok) return found;
    const match = found.value;
    const { reason_code: reasonCode, reason } = asked.body;
    const decision = {
      at: deps.clock.now(),
      decidedBy: asked.by.staffId,
      approvedBy: null,
      reasonCode,
      reason,
    };
    await decideMatch(tx, match.id, { ...decision, state: 'other' });
    await resumeHeld(tx, deps, [match.customer_id]);
    const facts = { ...aboutMatch(match), before: sideOf(match), after: { state: 'other' } };
    return ok({ answer: { messages: ['Anotado: es otra persona.'] }, facts });
  });
}

function sameCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/screening/{id}/same', async (tx, asked) => {
    const found = await unchangedMatch(tx, asked);
    if (!found.ok) return found;
    const match = found.value;
    const { by, approver } = asked;
    const { reason_code: reasonCode, reason } = asked.body;
    // Only previews the effect until a second person approves.
    if (approver) {
      const at = deps.clock.now();
      const decision = { at, decidedBy: by.staffId, approvedBy: approver.staffId, reasonCode, reason };
      await decideMatch(tx, match.id, { ...decision, state: 'same' });
      // A hold for Compliance that exists stays.
      await placeHold(tx, {
        country: match.country,
        customerId: match.customer_id,
        loanId: undefined,
        reason: 'compliance',
        note: reason,
        fileId: undefined,
        lastDay: undefined,
        staffId: by.staffId,
        at,
      });
    }
    const after = { state: 'same', hold: 'compliance', stops: HOLD_RULES.compliance.stops };
    return ok({ answer: DONE, facts: { ...aboutMatch(match), before: sideOf(match), after } });
  });
}

type DecisionKey = 'POST /api/staff/screening/{id}/other' | 'POST /api/staff/screening/{id}/same';

/** Locks the customer's orders, then the match, if it waits and is unchanged since the seen version. */
async function unchangedMatch(tx: Tx, asked: Asked<DecisionKey>): Promise<Result<LockedMatch>> {
  const seen = await matchById(tx, asked.params.id);
  if (!seen || !countriesOf(asked).includes(seen.country)) return fail('not_found');
  await lockOrdersOf(tx, seen.customer_id);
  const match = await lockMatch(tx, asked.params.id);
  if (!match) return fail('not_found');
  if (match.state !== 'waiting') return fail('match_state');
  return match.version === asked.seenVersion ? ok(match) : fail('changed_meanwhile');
}

const sideOf = ({ state, reasons, body }: LockedMatch) => ({
  state,
  why: [...reasons],
  entry: `${body.id} ${body.names[0]?.text ?? ''}`,
});

/** Subject of an audit entry: numbers, never the customer's name. */
export function aboutMatch({
  id,
  customer_id: customerId,
  country,
}: Pick<LockedMatch, 'id' | 'customer_id' | 'country'>): Facts {
  return { subject: `match:${id}`, subjectName: `Coincidencia ${id}`, customerId, country };
}
