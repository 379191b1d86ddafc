import { ofCustomer, type PersonalData } from '../../platform/personal-data.ts';

/** The person reads when and how often their data were seen, not by whom of the staff. */
export const personalData: PersonalData = {
  held: {
    personal_data_view: {
      label: 'Consultas a tus datos por nuestro equipo',
      where: ofCustomer,
      omit: ['staff_id'],
    },
  },
};
