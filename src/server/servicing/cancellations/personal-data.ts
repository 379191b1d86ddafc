import { ofCustomer, type PersonalData } from '../../platform/personal-data.ts';

export const personalData: PersonalData = {
  held: {
    cancellation_request: { label: 'Pedidos de baja', where: ofCustomer },
  },
};
