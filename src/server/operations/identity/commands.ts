import type { CallKey, ParsedOf } from '../../../contract/contract.ts';
import { documentCheckOf } from '../../customers/documents/service.ts';
import {
  lockReview,
  refuseStale,
  reviewById,
  reviewQueue,
  type Review,
} from '../../customers/identity/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { lockHeldPayout } from '../../loans/service.ts';
import type { Tx } from '../../platform/database.ts';
import { fail, ok, type Result } from '../../platform/http/result.ts';
import { dropClaim, isTaken, takeNext } from '../../platform/work/claims.ts';
import { staffCommand, type Asked, type Facts, type StaffCommand } from '../../staff/actions/service.ts';
import { approveIdentity, askPhotos, rejectIdentity, type HeldReview } from './decisions.ts';
import { aboutReview, wholeReview } from './review.ts';

/** Staff decisions on photos (docs/console.md#identidad). */
export function identityCommands(deps: Dependencies): StaffCommand[] {
  return [
    nextCommand(deps),
    releaseCommand(deps),
    decision(
      deps,
      'POST /api/staff/identity/{id}/approve',
      'Identidad aprobada.',
      async (tx, held, { by }) => {
        const check = await documentCheckOf(tx, held.review.customer_id);
        await approveIdentity(tx, deps, held, by);
        return { after: { state: 'approved', outcome: check?.outcome ?? '' } };
      },
    ),
    decision(
      deps,
      'POST /api/staff/identity/{id}/ask',
      'Fotos pedidas de nuevo.',
      async (tx, held, { body, by }) => {
        await askPhotos(tx, deps, held, by, body.photos);
        const photos = Object.fromEntries(body.photos.map(({ kind, reason }) => [kind, reason]));
        return { after: { state: 'asked', ...photos } };
      },
    ),
    decision(
      deps,
      'POST /api/staff/identity/{id}/reject',
      'Identidad rechazada.',
      async (tx, held, { body, by }) => {
        await rejectIdentity(tx, deps, held, by, { reasonCode: body.reason_code, fraud: undefined });
        return { after: { state: 'rejected', loan_state: 'canceled' } };
      },
    ),
    decision(
      deps,
      'POST /api/staff/identity/{id}/fraud',
      'Marcada como fraude.',
      async (tx, held, { body, by }) => {
        await rejectIdentity(tx, deps, held, by, { reasonCode: body.reason_code, fraud: body.reason });
        return { after: { state: 'fraud', loan_state: 'canceled', hold: 'fraud' } };
      },
    ),
  ];
}

function nextCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/identity/next', async (tx, { body, by }) => {
    const now = deps.clock.now();
    const { held, country } = body;
    const countries = country ? [country] : by.countries;
    const id = await takeNext(tx, reviewQueue, { staffId: by.staffId, countries, held, now });
    const found = id === undefined ? undefined : await wholeReview(tx, deps, id, by.staffId);
    if (!found)
      return ok({
        answer: { result: null },
        facts: { subject: 'identity', subjectName: '', after: { found: 0 } },
      });
    const { customerId, ...result } = found;
    const facts = aboutReview({ id: Number(found.id), customer_id: customerId, country: found.country });
    return ok({ answer: { result }, facts });
  });
}

function releaseCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/identity/{id}/release', async (tx, { params, by }) => {
    const review = await lockReview(tx, params.id);
    if (!review || !by.countries.includes(review.country)) return fail('not_found');
    if (review.claimed_by === by.staffId) await dropClaim(tx, reviewQueue, review.id);
    return ok({ answer: { messages: ['Quedó para las demás personas.'] }, facts: aboutReview(review) });
  });
}

type DecisionKey = Extract<
  CallKey,
  `POST /api/staff/identity/{id}/${'approve' | 'ask' | 'reject' | 'fraud'}`
>;
type DecisionFacts = Pick<Facts, 'after'>;

/**
 * Decides on the version that the reviewer saw: still queued, not claimed by others, with its payout waiting.
 */
function decision<K extends DecisionKey>(
  deps: Dependencies,
  key: K,
  message: string,
  decide: (
    tx: Tx,
    held: HeldReview,
    asked: { readonly body: ParsedOf<K, 'body'>; readonly by: Asked<K>['by'] },
  ) => Promise<DecisionFacts>,
): StaffCommand {
  return staffCommand<DecisionKey>(deps, key, async (tx, asked) => {
    const found = await reviewToDecide(tx, deps, asked);
    if (!found.ok) return found;
    const { review } = found.value;
    const facts = await decide(tx, found.value, { body: asked.body as ParsedOf<K, 'body'>, by: asked.by });
    return ok({
      answer: { messages: [message] },
      facts: { ...aboutReview(review), before: { state: review.state }, ...facts },
    });
  });
}

async function reviewToDecide(
  tx: Tx,
  { clock }: Pick<Dependencies, 'clock'>,
  { params, by, seenVersion }: Pick<Asked<DecisionKey>, 'params' | 'by' | 'seenVersion'>,
): Promise<Result<HeldReview>> {
  const seen = await reviewById(tx, params.id);
  if (!seen || !by.countries.includes(seen.country)) return fail('not_found');
  // Locks the loan first, as everywhere.
  const loan = await lockHeldPayout(tx, seen.loan_id);
  const review = await lockReview(tx, params.id);
  if (!review) return fail('not_found');
  const stale = refuseStale(review, seenVersion);
  if (stale) return stale;
  if (!loan || !isOpen(review)) return fail('identity_state');
  return isTaken(review, by.staffId, clock.now()) ? fail('identity_taken') : ok({ review, loan });
}

/**
 * True for reviews that can be decided, including those still waiting for new photos, so that none stays open
 * forever.
 */
const isOpen = ({ state }: Review) => state === 'waiting' || state === 'asked';
