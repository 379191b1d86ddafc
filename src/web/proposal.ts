import type { DeliveryType } from '../countries/country-pack.ts';
import type { Plan } from './plan.ts';
import { deviceStorage, type KeyValue, readObject, writeObject } from './storage.ts';

/**
 * The selected proposal (docs/product/offer.md#choice). Amounts are currency units, rates fractions.
 * What the flow learns later (delivery, bank, card) is added as it is known.
 */
export interface Proposal extends Omit<
  Plan,
  'deliveryType' | 'bank' | 'card' | 'default_interest' | 'schedule'
> {
  /** Both absent in a plan that an older release kept on the device. */
  readonly default_interest?: Plan['default_interest'];
  readonly schedule?: Plan['schedule'];
  readonly deliveryType?: DeliveryType;
  readonly state_slug?: string;
  readonly pod?: { readonly name: string; readonly address: string; readonly city: string };
  readonly bank?: {
    readonly bank?: string;
    readonly cbu?: string;
    readonly bankName?: string;
    readonly accountNumber?: string;
  };
  readonly card?: { readonly brand: string; readonly number: string };
}

/** Storage keys of proposals: the chosen one, and one for each variant. */
export type ProposalSlot = 'selected' | 'membership' | 'no_membership';

const proposalKeys: Record<ProposalSlot, string> = {
  selected: 'cuota.proposal',
  membership: 'cuota.proposal.membership',
  no_membership: 'cuota.proposal.no_membership',
};
const maxAmountKey = 'cuota.max-amount';
const bankKey = 'cuota.bank';
const membershipKey = 'cuota.membership';
/** Id of the chosen plan that the server is known to have; a newer choice of this device differs from it. */
const sharedOptionKey = 'cuota.proposal.shared';
const cellphoneKey = 'cuota.cellphone';

/** The stored proposal, or null. */
export function readProposal(
  slot: ProposalSlot = 'selected',
  storage: KeyValue = deviceStorage,
): Proposal | null {
  const stored = readObject(storage, proposalKeys[slot]);
  return typeof stored?.amount === 'number' && typeof stored.payment === 'number'
    ? (stored as unknown as Proposal)
    : null;
}

/** Keeps a proposal; null removes it. */
export function writeProposal(
  proposal: Proposal | null,
  slot: ProposalSlot = 'selected',
  storage: KeyValue = deviceStorage,
): void {
  if (proposal) writeObject(storage, proposalKeys[slot], proposal);
  else storage.removeItem(proposalKeys[slot]);
}

/** True if the customer last chose the membership; null before any choice (the default tab is the membership's). */
export function readMembershipChoice(storage: KeyValue = deviceStorage): boolean | null {
  const stored = storage.getItem(membershipKey);
  return stored === null ? null : stored === '1';
}

export function writeMembershipChoice(chosen: boolean, storage: KeyValue = deviceStorage): void {
  storage.setItem(membershipKey, chosen ? '1' : '0');
}

/** Maximum amount of the last offer, currency units. */
export function readMaxAmount(storage: KeyValue = deviceStorage): number | null {
  const stored = Number(storage.getItem(maxAmountKey));
  return stored > 0 ? stored : null;
}

export function writeMaxAmount(amount: number, storage: KeyValue = deviceStorage): void {
  storage.setItem(maxAmountKey, String(amount));
}

/** Code of the bank chosen at sign-up (docs/product/signup-and-login.md#where-it-leads). */
export function readBankCode(storage: KeyValue = deviceStorage): string | null {
  return storage.getItem(bankKey);
}

export function writeBankCode(code: string, storage: KeyValue = deviceStorage): void {
  storage.setItem(bankKey, code);
}

/** Id of the plan that the server keeps as this customer's choice, as far as this device knows; '' for none. */
export function readSharedOption(storage: KeyValue = deviceStorage): string {
  return storage.getItem(sharedOptionKey) ?? '';
}

export function writeSharedOption(id: string, storage: KeyValue = deviceStorage): void {
  if (id) storage.setItem(sharedOptionKey, id);
  else storage.removeItem(sharedOptionKey);
}

/** Cellphone of the last login link; /login-link shows its last four digits. */
export function readCellphone(storage: KeyValue = deviceStorage): string | null {
  return storage.getItem(cellphoneKey);
}

export function writeCellphone(cellphone: string, storage: KeyValue = deviceStorage): void {
  storage.setItem(cellphoneKey, cellphone);
}

/** A login that has succeeded needs the number no more. */
export function forgetCellphone(storage: KeyValue): void {
  storage.removeItem(cellphoneKey);
}

/**
 * Cleared by a logout along with the token (docs/product/signup-and-login.md#life): selected offer, maximum amount,
 * selected bank.
 */
export function clearChoices(storage: KeyValue): void {
  for (const key of [...Object.values(proposalKeys), maxAmountKey, bankKey, sharedOptionKey])
    storage.removeItem(key);
}
