import type { CountryCode } from '../../../countries/country-pack.ts';
import type { CellPhone } from '../../../countries/identifiers/phones.ts';
import type { Dependencies } from '../../dependencies.ts';
import { transaction, type Tx } from '../../platform/database.ts';
import type { JobKind } from '../../platform/work/jobs.ts';
import { lockCustomer } from '../service.ts';
import { sendLinkTo } from './links.ts';
import { customerByEmail, customerByPhone, type LinkKind } from './queries.ts';

export const sendLinkQueue = 'send-link';

export type SendLinkJob = LinkJob & LinkAddress;

/** Cell phone or e-mail address. */
type LinkAddress =
  | { readonly kind: 'sms'; readonly to: CellPhone }
  | { readonly kind: Exclude<LinkKind, 'sms'>; readonly to: string };

interface LinkJob {
  readonly country: CountryCode;
  /** Path of this site, or ''. */
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
        // Depends only on our own database, so that a run which fails five times in a row has a lasting
        // cause.
        retryLimit: 5,
        // A person waits for the link.
        retryDelaySeconds: 1,
        retryDelayMaxSeconds: 30,
        // Each run is a short transaction.
        concurrency: 8,
        // Three queries; a longer run means that the worker died.
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
 * Locks and re-reads the customer, because a link written after a correction of the phone or address would
 * outlive the revocation of links to the old one.
 */
async function isStillTheirs(tx: Tx, customerId: number, { kind, to }: SendLinkJob): Promise<boolean> {
  const { cellphone, email, disabled_at: disabledAt } = await lockCustomer(tx, customerId);
  return disabledAt === null && (kind === 'sms' ? cellphone : email.toLowerCase()) === to;
}
