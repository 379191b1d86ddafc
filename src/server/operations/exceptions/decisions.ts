import { paths } from '../../../contract/paths.ts';
import { packOf } from '../../../countries/index.ts';
import {
  applicationDecidedEmail,
  applicationExpiredEmail,
} from '../../../countries/messages/decision-messages.ts';
import type { Dependencies } from '../../dependencies.ts';
import { enqueueMessage } from '../../messages/service.ts';
import { changeException, type CreditException } from '../../origination/exceptions/service.ts';
import { storeManualDecision, type ManualDecision } from '../../origination/offers/service.ts';
import type { Tx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import { publicUrlOf } from '../../platform/public-url.ts';
import { applicantOf } from './applicant.ts';

const STATES = {
  'manual-lower': 'approved',
  'manual-override': 'overridden',
  'manual-refused': 'refused',
} as const;

interface Ruling extends Pick<ManualDecision, 'rule' | 'maxAmount'> {
  readonly reasonCode: string;
  readonly by: { readonly staffId: number; readonly name: string };
}

/** Decides a locked exception: a decision and an offer of their own, and a mail to the person. */
export async function decideException(
  tx: Tx,
  deps: Pick<Dependencies, 'db' | 'clock' | 'random' | 'config' | 'vault' | 'jobs'>,
  exception: CreditException,
  { rule, maxAmount, reasonCode, by }: Ruling,
): Promise<void> {
  const { id, country, decision_id: decisionId } = exception;
  const at = deps.clock.now();
  const resultId = await storeManualDecision(tx, deps, {
    decisionId,
    leadId: exception.lead_id ?? undefined,
    customerId: exception.customer_id ?? undefined,
    maxAmount,
    rule,
    decidedBy: by.staffId,
  });
  await changeException(
    tx,
    id,
    { state: STATES[rule], by: by.name },
    { decided_at: at, decided_by: by.staffId, reason_code: reasonCode, result_id: resultId },
  );
  await recordEvent(tx, {
    at,
    country,
    kind: 'credit-exception-decided',
    ...(exception.customer_id === null ? {} : { customerId: exception.customer_id }),
    detail: { exceptionId: id, rule },
  });
  await notify(tx, deps, exception, applicationDecidedEmail);
}

/** Ends an exception that was not decided in time. */
export async function expireException(
  tx: Tx,
  deps: Pick<Dependencies, 'clock' | 'config' | 'vault' | 'jobs'>,
  exception: CreditException,
): Promise<void> {
  const at = deps.clock.now();
  await changeException(tx, exception.id, { state: 'expired', by: '' }, { decided_at: at });
  await notify(tx, deps, exception, applicationExpiredEmail);
}

/** The address may be a stranger's: the mail says neither amount nor reason. */
async function notify(
  tx: Tx,
  deps: Pick<Dependencies, 'clock' | 'config' | 'vault' | 'jobs'>,
  { id, country }: CreditException,
  letterOf: typeof applicationDecidedEmail,
): Promise<void> {
  const { email, firstName, customerId, leadHash, isErased } = await applicantOf(tx, { id, country });
  if (isErased || email === '') return;
  const path = customerId === null ? paths.vendor(leadHash) : paths.offer();
  const letter = letterOf(
    { brand: deps.config.BRAND, pack: packOf(country) },
    { firstName, url: publicUrlOf(deps.config, country) + path },
  );
  const owner = customerId === null ? {} : { customerId };
  await enqueueMessage(tx, deps, country, { channel: 'email', to: email, ...owner, ...letter });
}
