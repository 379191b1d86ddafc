import { groupThousands } from '../../domain/group-thousands.ts';
import type { Country } from '../country.ts';
import { accepted, refused } from '../identifiers/checked.ts';
import { parseDni } from '../identifiers/dni.ts';
import { argentina } from './pack.ts';

export const argentine: Country = {
  pack: argentina,
  ownsHost: (name) => name.endsWith('.ar') || name === 'ar.localhost',
  localHost: 'ar.localhost',
  document: { parse: parseDni, format: groupThousands, show: groupThousands },
  phone: {
    // Area codes are 11 or begin with 2 or 3 (ENACOM numbering plan); so neither 0 nor 15 can lead.
    pattern: /^(11|[23]\d)\d{8}$/,
    // Mobiles carry a 9 between country and area code.
    e164Prefix: '+549',
    national: (digits) => {
      const national = digits.replace(/^(00)?549?/, '').replace(/^0/, '');
      if (national.length !== argentina.maxLengthCellPhone + 2) return national;
      // Area codes have two to four digits; the 15 follows them.
      return national.replace(/^(11|[23]\d{2,3}?)15(?=\d{6,8}$)/, '$1');
    },
  },
  /** Four digits or the eight characters of a CPA; it may stay empty. */
  parsePostalCode: (input) => {
    const code = input.trim().toUpperCase();
    return code === '' || /^(\d{4}|[A-HJ-NP-Z]\d{4}[A-Z]{3})$/.test(code)
      ? accepted(code)
      : refused('Ingresá un código postal válido (ej. 1425 o C1425ABC).');
  },
};
