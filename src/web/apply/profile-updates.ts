import type { OutputOf } from '../../contract/contract.ts';
import type { DraftStep } from '../../contract/drafts.ts';
import type { DeliveryType } from '../../countries/country-pack.ts';
import type { PhotoKind } from '../../countries/identity-reasons.ts';
import { type Profile, profileQuery } from '../profile.ts';
import { queryClient } from '../query-client.ts';

type Rating = Profile['credit_rating'];

function update(change: (profile: Profile) => Profile): void {
  queryClient.setQueryData(profileQuery.queryKey, (profile) => profile && change(profile));
}

const marked = (profile: Profile, marks: Partial<Rating>): Profile => ({
  ...profile,
  credit_rating: { ...profile.credit_rating, ...marks },
});

export type { PhotoKind };

/** Changes to the cached profile after a success (docs/product/application.md#marks). */
export const profileUpdates = {
  photoStored: (kind: PhotoKind, { url, thumb }: { url: string; thumb: string }): void =>
    update((profile) => {
      const done = marked(profile, { [`${kind}_verified`]: 1 });
      if (kind === 'avatar') return { ...done, avatar: url };
      const images = { [`${kind}_image`]: url, [`${kind}_thumb`]: thumb };
      return {
        ...done,
        account_information: { ...done.account_information, ...images, document_check: null },
      };
    }),

  addressSaved: ({ address, contacts }: OutputOf<'POST /api/v3/address'>['model']): void =>
    update((profile) =>
      marked({ ...profile, address, contacts }, { address_verified: 1, personal_reference: 2 }),
    ),

  bankAccountAdded: (account: Profile['banks'][number]): void =>
    update((profile) => ({
      ...marked(profile, { banking_verified: 1 }),
      banks: [...profile.banks, account],
      account_information: {
        ...profile.account_information,
        legal_number: account.legal_number || profile.account_information.legal_number,
      },
    })),

  /** A transfer needs an account again. */
  bankAccountsLeft: (banks: Profile['banks']): void =>
    update((profile) => {
      const isCash = profile.delivery_type !== null && profile.delivery_type !== 'bank-transfer';
      return {
        ...marked(profile, banks.length === 0 && !isCash ? { banking_verified: 0 } : {}),
        banks,
      };
    }),

  /** Cash needs no account; a transfer needs one again. */
  deliveryChosen: (deliveryType: DeliveryType, deliveryPoint = ''): void =>
    update((profile) => {
      const needsNone = deliveryType !== 'bank-transfer' || profile.banks.length > 0;
      return {
        ...marked(profile, { banking_verified: needsNone ? 1 : 0 }),
        delivery_type: deliveryType,
        delivery_point: deliveryPoint,
      };
    }),

  cardSaved: (card: Profile['cards'][number]): void =>
    update((profile) => ({
      ...marked(profile, { banking_verified: 1, credit_cart_verified: 1, credit_card_verified: 1 }),
      cards: [
        ...profile.cards.filter(({ brand, number }) => brand !== card.brand || number !== card.number),
        card,
      ],
    })),

  draftForgotten: (step: DraftStep): void =>
    update((profile) => ({ ...profile, drafts: { ...profile.drafts, [step]: undefined } })),

  codeSent: (): void => update((profile) => marked(profile, { contact_data_verified: 2 })),

  phoneVerified: (cellphone: string): void =>
    update((profile) => ({ ...marked(profile, { contact_data_verified: 1 }), cellphone })),
};
