import { sql } from 'kysely';
import { ofCustomer, type PersonalData } from '../../platform/personal-data.ts';

export const personalData: PersonalData = {
  held: {
    // What strangers asked in the customer's name is not the customer's.
    cancellation_request: {
      label: 'Pedidos de baja',
      where: sql<boolean>`${ofCustomer} and t.is_own`,
    },
  },
};
