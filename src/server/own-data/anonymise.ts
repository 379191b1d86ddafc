import { eraseCertificates } from '../certificates/service.ts';
import { eraseCustomer, lockForErasure, type ErasedPerson } from '../customers/service.ts';
import type { Dependencies } from '../dependencies.ts';
import { eraseDrafts } from '../drafts/service.ts';
import { eraseLead } from '../leads/service.ts';
import { eraseDisbursements } from '../loans/service.ts';
import { eraseMessages } from '../messages/service.ts';
import type { Tx } from '../platform/database.ts';
import { erasePreferences } from '../preferences/service.ts';
import { eraseProfile } from '../profile/service.ts';
import { eraseSessions } from '../sessions/service.ts';
import { eraseTickets } from '../tickets/service.ts';

type EraseDependencies = Pick<Dependencies, 'clock' | 'chance' | 'jobs'>;
type Identified = Pick<ErasedPerson, 'customerId' | 'token'>;

/** What a feature forgets of a person. */
interface Erased {
  /** What no duty wants kept: ways into the account, contact data, unfinished work, opinions. */
  readonly contact?: (tx: Tx, deps: EraseDependencies, person: ErasedPerson) => Promise<void>;
  /** The identity, once nothing has to be kept any more. */
  readonly identity?: (tx: Tx, deps: EraseDependencies, person: Identified) => Promise<void>;
}

/** Every feature that holds something of a person; what is left are rows without one. */
const features: readonly Erased[] = [
  eraseMessages,
  eraseSessions,
  erasePreferences,
  eraseDrafts,
  eraseProfile,
  eraseTickets,
  eraseLead,
  erasePayoutOrders(),
  eraseDisbursements,
  eraseCertificates,
  eraseWithdrawals(),
  eraseCustomer,
];

/** Erases at once what no duty wants kept. The account is closed for ever, its sessions with it. */
export async function eraseContact(tx: Tx, deps: EraseDependencies, customerId: number): Promise<void> {
  const person = await lockForErasure(tx, deps, customerId);
  for (const { contact } of features) await contact?.(tx, deps, person);
}

/** Erases the identity itself: name, document, home, accounts, photos. */
export async function eraseIdentity(tx: Tx, deps: EraseDependencies, customerId: number): Promise<void> {
  const person = { customerId, token: deps.chance.token() };
  for (const { identity } of features) await identity?.(tx, deps, person);
}

function erasePayoutOrders(): Erased {
  return {
    async identity(tx, _deps, { customerId }) {
      await tx
        .updateTable('payout_order')
        .set({ holder: '', legal_number: '', destination: '' })
        .where('reference', 'in', (eb) =>
          eb
            .selectFrom('disbursement')
            .innerJoin('loan', 'loan.id', 'disbursement.loan_id')
            .select('disbursement.reference')
            .where('loan.customer_id', '=', customerId),
        )
        .execute();
    },
  };
}

function eraseWithdrawals(): Erased {
  return {
    async identity(tx, _deps, { customerId }) {
      await tx
        .updateTable('withdrawal')
        .set({ document_number: '', email: '' })
        .where('customer_id', '=', customerId)
        .execute();
    },
  };
}
