import { sql } from 'kysely';
import { ofCustomer, type PersonalData } from '../../platform/personal-data.ts';

export const personalData: PersonalData = {
  held: {
    // Requests made by strangers in the customer's name are not the customer's data.
    cancellation_request: {
      label: 'Pedidos de baja',
      where: sql<boolean>`${ofCustomer} and t.is_own`,
    },
  },
};
