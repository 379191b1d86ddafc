import { ofCustomer, type PersonalData } from '../platform/personal-data.ts';

export const personalData: PersonalData = {
  held: { erasure_request: { label: 'Pedidos de supresión', where: ofCustomer } },
};
