import { paths } from '../../../contract/paths.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { toE164, type CellPhone } from '../../../countries/identifiers/phones.ts';
import { packOf } from '../../../countries/index.ts';
import { loginLinkSms, magicLinkEmail, recoveryEmail } from '../../../countries/messages/messages.ts';
import type { Dependencies } from '../../dependencies.ts';
import { enqueueMessage, type OutgoingMessage } from '../../messages/service.ts';
import { transaction, type Tx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import type { JobKind } from '../../platform/jobs.ts';
import { shortMessageTo } from '../preferences/service.ts';
import { customerByEmail, customerByPhone, type LinkKind } from './queries.ts';
import { createLink, passwordPage } from './service.ts';

export const sendLinkQueue = 'send-link';

/** Somebody asked for a link to be sent to `to`, a cell phone (sms) or an e-mail address. */
export interface SendLinkJob {
  readonly kind: LinkKind;
  readonly country: CountryCode;
  readonly to: string;
  /** A path of this site or ''. */
  readonly redirectTo: string;
  readonly baseUrl: string;
  readonly requestId: string;
  readonly address: string;
}

/**
 * Magic links without a target of their own let the browser side choose
 * (docs/product/signup-and-login.md#magic-link-target).
 */
const dynamicTarget = 'dinamico';

export function sessionJobs(deps: Dependencies): JobKind<SendLinkJob>[] {
  return [
    {
      name: sendLinkQueue,
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
  const { kind, country } = job;
  await transaction(deps.db, async (tx) => {
    const customer =
      kind === 'sms'
        ? await customerByPhone(tx, country, job.to as CellPhone)
        : await customerByEmail(tx, country, job.to);
    if (!customer || customer.disabled_at) return;
    const target = kind === 'magic' ? job.redirectTo || dynamicTarget : job.redirectTo;
    const hash = await createLink(tx, deps, { kind, customerId: customer.id, country, target });
    const recipient = kind === 'sms' ? toE164(country, customer.cellphone as CellPhone) : customer.email;
    const message = await messageOf(tx, deps, job, { ...customer, to: recipient, hash });
    await enqueueMessage(tx, deps, country, { ...message, isUrgent: true });
    await recordEvent(tx, {
      at: deps.clock.now(),
      country,
      kind: 'link-sent',
      customerId: customer.id,
      requestId: job.requestId,
      address: job.address,
      detail: { kind },
    });
  });
}

async function messageOf(
  tx: Tx,
  { config }: Dependencies,
  job: SendLinkJob,
  person: { readonly id: number; readonly first_name: string; readonly to: string; readonly hash: string },
): Promise<OutgoingMessage> {
  const { id: customerId, first_name: firstName, to, hash } = person;
  const sender = { brand: config.BRAND, pack: packOf(job.country) };
  switch (job.kind) {
    case 'sms': {
      const query = job.redirectTo === '' ? '' : `?redirectTo=${encodeURIComponent(job.redirectTo)}`;
      const sms = loginLinkSms(sender, { url: `${job.baseUrl}${paths.autoLogin(hash)}${query}` });
      const said = await shortMessageTo(tx, { config }, { country: job.country, customerId }, sms);
      return { channel: 'sms', to, ...said };
    }
    case 'magic':
      return {
        channel: 'email',
        to,
        ...magicLinkEmail(sender, { firstName, url: job.baseUrl + paths.magicLink(hash) }),
      };
    case 'recovery':
      return {
        channel: 'email',
        to,
        ...recoveryEmail(sender, { firstName, url: passwordPage(job.baseUrl, hash) }),
      };
  }
}
