import { paths } from '../../../contract/paths.ts';
import { LINK_LIFETIME_HOURS } from '../../../countries/constants.ts';
import { packOf } from '../../../countries/index.ts';
import { localDate } from '../../../countries/local-time.ts';
import {
  withdrawalRequestEmail,
  type RequestNews,
  type WithdrawalKind,
} from '../../../countries/messages/withdrawal-messages.ts';
import { formatDate } from '../../../domain/calendar-date.ts';
import type { Dependencies } from '../../dependencies.ts';
import { enqueueMessage } from '../../messages/service.ts';
import { after } from '../../platform/clock.ts';
import { transaction, type Tx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import { digestOf } from '../../platform/secrets.ts';
import { answerDue, customerByDocument, isDecidedSince, lockRequest } from './queries.ts';
import { endingWords } from '../memberships/service.ts';
import { endingOfRequest } from './decide.ts';

export const requestQueue = 'tell-withdrawal';

export interface RequestJob {
  readonly withdrawalId: number;
  readonly baseUrl: string;
  readonly requestId: string;
  readonly address: string;
  /** True if the link was requested again; absent for the first one. */
  readonly isAgain?: boolean;
}

type Request = NonNullable<Awaited<ReturnType<typeof lockRequest>>>;

/** Web pages that accept the link's code, and those for requesting another link. */
const pages: Readonly<
  Record<WithdrawalKind, { readonly link: (secret: string) => string; readonly start: () => string }>
> = {
  loan: { link: paths.withdrawalConfirm, start: paths.withdrawal },
  membership: { link: paths.membershipCancellationConfirm, start: paths.membershipCancellation },
};

/**
 * Sends tracking code and link to the customer's address on file; an unknown document gets nothing. The first
 * letter is sent once, further ones as long as the request is unconfirmed.
 */
export async function notifyRequest(deps: Dependencies, job: RequestJob): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const request = await lockRequest(tx, job.withdrawalId);
    if (!request) return;
    if (job.isAgain) return sendLink(tx, deps, request, 'again', job.baseUrl);
    if (request.customer_id !== null) return;
    const { code, kind, country } = request;
    const customer = await customerByDocument(tx, country, request.document_number);
    if (!customer) return;
    const at = deps.clock.now();
    await sendLink(tx, deps, { ...request, customer_id: customer.id }, 'asked', job.baseUrl);
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

/** Gives a waiting request a new link, which replaces the earlier one, and sends it. The request is locked. */
export async function sendLink(
  tx: Tx,
  deps: Dependencies,
  request: Request,
  news: RequestNews,
  baseUrl: string,
): Promise<void> {
  const { id, code, country, customer_id: customerId } = request;
  if (request.state !== 'received' || customerId === null) return;
  const now = deps.clock.now();
  const askedOn = localDate(request.requested_at, country);
  const due = answerDue(request, askedOn, deps.holidays.knownAt(country, request.requested_at));
  // After the deadline the lender must answer, so no link is sent.
  if (localDate(now, country) > due) return;
  const known = { ...request, country, customer_id: customerId };
  if (news !== 'asked' && (await isDecidedSince(tx, known))) return;
  const customer = await tx
    .selectFrom('customer')
    .select(['email', 'first_name', 'disabled_at'])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
  if (customer.disabled_at !== null && news === 'missing') return;
  const secret = deps.random.token();
  await tx
    .updateTable('withdrawal')
    .set({
      customer_id: customerId,
      link_digest: digestOf(secret),
      link_expires_at: after(now, LINK_LIFETIME_HOURS, 'hours'),
    })
    .where('id', '=', id)
    .execute();
  const kind: WithdrawalKind = request.kind === 'membership' ? 'membership' : 'loan';
  const ending = kind === 'membership' ? await endingOfRequest(tx, deps, known) : null;
  const letter = withdrawalRequestEmail(
    { brand: deps.config.BRAND, pack: packOf(country) },
    {
      firstName: customer.first_name,
      kind,
      news,
      code,
      askedOn: formatDate(askedOn),
      until: formatDate(due),
      url: baseUrl + pages[kind].link(secret),
      againUrl: baseUrl + pages[kind].start(),
      ending: ending && endingWords(country, ending),
    },
  );
  await enqueueMessage(tx, deps, country, {
    channel: 'email',
    to: customer.email,
    customerId,
    ...letter,
    isUrgent: true,
  });
}
