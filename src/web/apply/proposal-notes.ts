import type { CountryPack } from '../../countries/country-pack.ts';
import type { Profile } from '../profile.ts';
import { type Proposal, type ProposalSlot, readProposal, writeProposal } from '../proposal.ts';

const slots: readonly ProposalSlot[] = ['selected', 'membership', 'no_membership'];

/** Adds a step's new data to the selected proposal and both of its variants. */
export function noteInProposal(known: Pick<Proposal, 'deliveryType' | 'pod' | 'bank' | 'card'>): void {
  for (const slot of slots) {
    const proposal = readProposal(slot);
    if (proposal) writeProposal({ ...proposal, ...known }, slot);
  }
}

/** An account as the proposal holds it: by CBU or alias, or by bank and number. */
export function accountInProposal(
  pack: CountryPack,
  account: Profile['banks'][number],
): NonNullable<Proposal['bank']> {
  return pack.hasLegalNumber
    ? { bank: account.bank, cbu: account.accountNumber }
    : { bankName: account.bankName, accountNumber: account.accountNumber };
}

/** An account that is no longer stored is no place for the money. */
export function forgetAccountInProposal(accountNumber: string): void {
  for (const slot of slots) {
    const { bank, ...rest } = readProposal(slot) ?? {};
    if (bank && [bank.cbu, bank.accountNumber].includes(accountNumber)) writeProposal(rest as Proposal, slot);
  }
}
