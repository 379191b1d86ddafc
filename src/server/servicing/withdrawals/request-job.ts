import { paths } from '../../../contract/paths.ts';
import { LINK_LIFETIME_HOURS } from '../../../countries/constants.ts';
import { packOf } from '../../../countries/index.ts';
import {
  withdrawalRequestEmail,
  type WithdrawalKind,
} from '../../../countries/messages/withdrawal-messages.ts';
import type { Dependencies } from '../../dependencies.ts';
import { enqueueMessage } from '../../messages/service.ts';
import { after } from '../../platform/clock.ts';
import { transaction } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import { digestOf } from '../../platform/secrets.ts';
import { endingOfRequest } from './ending-of-request.ts';
import { customerByDocument, lockRequest } from './queries.ts';

export const requestQueue = 'tell-withdrawal';

export interface RequestJob {
  readonly withdrawalId: number;
  readonly baseUrl: string;
  readonly requestId: string;
  readonly address: string;
}

/** Pages of the web that take the link's code. */
const pages: Readonly<Record<WithdrawalKind, (secret: string) => string>> = {
  loan: paths.withdrawalConfirm,
  membership: paths.membershipCancellationConfirm,
};

/** Sends tracking code and link to the customer's address on file, once; an unknown document gets nothing. */
export async function tellRequest(deps: Dependencies, job: RequestJob): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const request = await lockRequest(tx, job.withdrawalId);
    if (!request || request.customer_id !== null) return;
    const { id, code, kind } = request;
    const { country } = request;
    const customer = await customerByDocument(tx, country, request.document_number);
    if (!customer) return;
    const at = deps.clock.now();
    const secret = deps.random.token();
    await tx
      .updateTable('withdrawal')
      .set({
        customer_id: customer.id,
        link_digest: digestOf(secret),
        link_expires_at: after(at, LINK_LIFETIME_HOURS, 'hours'),
      })
      .where('id', '=', id)
      .execute();
    const sender = { brand: deps.config.BRAND, pack: packOf(country) };
    const letter = withdrawalRequestEmail(sender, {
      firstName: customer.first_name,
      kind: kind as WithdrawalKind,
      code,
      url: job.baseUrl + pages[kind as WithdrawalKind](secret),
      ending:
        kind === 'membership'
          ? await endingOfRequest(tx, deps, { ...request, customer_id: customer.id })
          : null,
    });
    await enqueueMessage(tx, deps, country, {
      channel: 'email',
      to: customer.email,
      ...letter,
      isUrgent: true,
    });
    await recordEvent(tx, {
      at,
      country,
      kind: 'withdrawal-requested',
      customerId: customer.id,
      requestId: job.requestId,
      address: job.address,
      detail: { code, kind },
    });
  });
}
