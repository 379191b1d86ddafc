import { paths } from '../../../contract/paths.ts';
import { LINK_LIFETIME_HOURS } from '../../../countries/constants.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { packOf } from '../../../countries/index.ts';
import { documentClaimEmail } from '../../../countries/messages/claim-messages.ts';
import { lockCustomer } from '../../customers/service.ts';
import { sendLinkTo } from '../../customers/sessions/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { enqueueMessage } from '../../messages/service.ts';
import { after } from '../../platform/clock.ts';
import { transaction, type Tx } from '../../platform/database.ts';
import { digestOf } from '../../platform/secrets.ts';
import type { JobKind } from '../../platform/work/jobs.ts';
import { leadByHash } from '../leads/service.ts';

export const claimQueue = 'claim-document';

export interface ClaimJob {
  readonly country: CountryCode;
  readonly hash: string;
  /** Parsed, in lower case. */
  readonly email: string;
  readonly baseUrl: string;
  readonly requestId: string;
  readonly address: string;
}

export function claimJobs(deps: Dependencies): JobKind<ClaimJob>[] {
  return [
    {
      name: claimQueue,
      shown: ['country', 'requestId'],
      policy: {
        // Only our own database is involved: after five failures in a row, waiting does not help.
        retryLimit: 5,
        // The person is waiting at the screen.
        retryDelaySeconds: 1,
        retryDelayMaxSeconds: 30,
        concurrency: 4,
        // A few queries; a longer run means that the worker died.
        expireSeconds: 30,
      },
      run: (job) => transaction(deps.db, (tx) => sendClaimLink(tx, deps, job)),
    },
  ];
}

/**
 * Sends the link that opens an account for a document held by another account. An address with its own account gets a
 * login link instead: only its reader learns that it exists.
 */
async function sendClaimLink(tx: Tx, deps: Dependencies, job: ClaimJob): Promise<void> {
  const { country, email, baseUrl, requestId, address } = job;
  const lead = await leadByHash(tx, country, job.hash);
  if (!lead) return;
  const known = await customerWith(tx, country, email);
  if (known)
    return sendLinkTo(tx, deps, known, { kind: 'magic', redirectTo: '', baseUrl }, { requestId, address });
  const hash = deps.random.token();
  const at = deps.clock.now();
  await tx
    .insertInto('document_claim')
    .values({
      country,
      lead_id: lead.id,
      email,
      document_number: lead.document_number,
      digest: digestOf(hash),
      created_at: at,
      expires_at: after(at, LINK_LIFETIME_HOURS, 'hours'),
      state: 'sent',
    })
    .execute();
  const sender = { brand: deps.config.BRAND, pack: packOf(country) };
  const url = baseUrl + paths.documentClaim(hash);
  const letter = documentClaimEmail(sender, { firstName: lead.first_name, url });
  await enqueueMessage(tx, deps, country, { channel: 'email', to: email, ...letter, isUrgent: true });
}

async function customerWith(tx: Tx, country: CountryCode, email: string) {
  const found = await tx
    .selectFrom('customer')
    .select('id')
    .where('country', '=', country)
    .where((eb) => eb(eb.fn('lower', ['email']), '=', email))
    .executeTakeFirst();
  // Read again behind the lock: a correction revokes the links sent to the address so far.
  const row = found && (await lockCustomer(tx, found.id));
  return row && row.disabled_at === null && row.email.toLowerCase() === email
    ? { ...row, country }
    : undefined;
}
