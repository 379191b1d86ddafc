import { ofCustomer, type PersonalData } from '../../platform/personal-data.ts';

/** The person may read when and how often their data was viewed, but not the employee. */
export const personalData: PersonalData = {
  held: {
    personal_data_view: {
      label: 'Consultas a tus datos por nuestro equipo',
      where: ofCustomer,
      omit: ['staff_id'],
    },
  },
};
