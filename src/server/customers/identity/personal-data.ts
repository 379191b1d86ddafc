import { ofCustomer, type PersonalData } from '../../platform/personal-data.ts';

/** The reviewer and their suspicions are not the person's data. */
export const personalData: PersonalData = {
  held: {
    identity_review: {
      label: 'Revisiones de tu identidad',
      where: ofCustomer,
      omit: [
        'is_fraud',
        'reason_code',
        'decided_by',
        'claimed_by',
        'claimed_until',
        'changed_by',
        'last_change',
      ],
    },
  },
};
