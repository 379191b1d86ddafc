import type { CountryCode } from '../../../countries/country-pack.ts';
import type { CellPhone } from '../../../countries/identifiers/phones.ts';
import type { Dependencies } from '../../dependencies.ts';
import { transaction, type Tx } from '../../platform/database.ts';
import type { JobKind } from '../../platform/work/jobs.ts';
import { lockCustomer } from '../service.ts';
import { sendLinkTo } from './links.ts';
import { customerByEmail, customerByPhone, type LinkKind } from './queries.ts';

export const sendLinkQueue = 'send-link';

/** Request for a link to `to`. */
export type SendLinkJob = LinkJob & LinkAddress;

/** A cell phone, or an e-mail address. */
type LinkAddress =
  | { readonly kind: 'sms'; readonly to: CellPhone }
  | { readonly kind: Exclude<LinkKind, 'sms'>; readonly to: string };

interface LinkJob {
  readonly country: CountryCode;
  /** A path of this site or ''. */
  readonly redirectTo: string;
  readonly baseUrl: string;
  readonly requestId: string;
  readonly address: string;
}

export function sessionJobs(deps: Dependencies): JobKind<SendLinkJob>[] {
  return [
    {
      name: sendLinkQueue,
      shown: ['kind', 'country', 'requestId'],
      policy: {
        // Only our own database is asked: what fails five times in a row will not pass by waiting.
        retryLimit: 5,
        // The person is waiting in front of the screen.
        retryDelaySeconds: 1,
        retryDelayMaxSeconds: 30,
        // Each is a short transaction.
        concurrency: 8,
        // Three queries; longer means that the worker died.
        expireSeconds: 30,
      },
      run: (job) => sendLink(deps, job),
    },
  ];
}

async function sendLink(deps: Dependencies, job: SendLinkJob): Promise<void> {
  const { country, requestId, address } = job;
  await transaction(deps.db, async (tx) => {
    const customer =
      job.kind === 'sms'
        ? await customerByPhone(tx, country, job.to)
        : await customerByEmail(tx, country, job.to);
    if (!customer || !(await isStillTheirs(tx, customer.id, job))) return;
    await sendLinkTo(tx, deps, { ...customer, country }, job, { requestId, address });
  });
}

/**
 * A correction of the phone or the address revokes the links sent to the old one; a link that is written after it would
 * outlive it. So the row is locked, and read again.
 */
async function isStillTheirs(tx: Tx, customerId: number, { kind, to }: SendLinkJob): Promise<boolean> {
  const { cellphone, email, disabled_at: disabledAt } = await lockCustomer(tx, customerId);
  return disabledAt === null && (kind === 'sms' ? cellphone : email.toLowerCase()) === to;
}
