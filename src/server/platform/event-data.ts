import { ofCustomer, type PersonalData } from './personal-data.ts';

/** What every feature records of a person's doings. */
export const personalData: PersonalData = {
  held: {
    event: {
      label: 'Registro de actividad',
      where: ofCustomer,
      heading: 'Registro de actividad y seguridad',
    },
  },
};
