import { groupThousands } from '../../domain/group-thousands.ts';
import type { Country } from '../country.ts';
import { accepted, refused } from '../identifiers/checked.ts';
import { parseDni } from '../identifiers/dni.ts';
import { argentina } from './pack.ts';
import { nationalMobile } from './phone-numbers.ts';

export const argentine: Country = {
  pack: argentina,
  ownsHost: (name) => name.endsWith('.ar') || name === 'ar.localhost',
  localHost: 'ar.localhost',
  document: { parse: parseDni, format: groupThousands, show: groupThousands },
  // Mobiles carry a 9 between country and area code.
  phone: { national: nationalMobile, e164Prefix: '+549' },
  /** Four digits or the eight characters of a CPA; it may stay empty. */
  parsePostalCode: (input) => {
    const code = input.trim().toUpperCase();
    return code === '' || /^(\d{4}|[A-HJ-NP-Z]\d{4}[A-Z]{3})$/.test(code)
      ? accepted(code)
      : refused('Ingresá un código postal válido (ej. 1425 o C1425ABC).');
  },
};
