import { erasedText } from '../platform/personal-data.ts';
import { lockForErasure } from '../customers/service.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Tx } from '../platform/database.ts';
import { FEATURES } from './features.ts';

type EraseDependencies = Pick<Dependencies, 'clock' | 'random' | 'jobs'>;

/** Customer's own row last, because its erased mark stops every later write. */
const inOrder = FEATURES.toReversed();

/** Erases at once what no law requires to be kept, and closes the account with its sessions permanently. */
export async function eraseContact(tx: Tx, deps: EraseDependencies, customerId: number): Promise<void> {
  const person = await lockForErasure(tx, deps, customerId);
  for (const { contact } of inOrder) await contact?.(tx, deps, person);
}

/**
 * Erases the identity itself: name, document, address, accounts, photos. The remaining rows refer to no
 * person.
 */
export async function eraseIdentity(tx: Tx, deps: EraseDependencies, customerId: number): Promise<void> {
  const person = { customerId, token: erasedText(deps.random) };
  for (const { identity } of inOrder) await identity?.(tx, deps, person);
}
