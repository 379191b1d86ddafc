import { ofCustomer, type PersonalData } from '../../customers/service.ts';

export const personalData: PersonalData = {
  held: {
    cancellation_request: { label: 'Pedidos de baja', where: ofCustomer },
  },
};
