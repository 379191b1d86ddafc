import { groupThousands } from '../../domain/format-units.ts';
import type { Country } from '../country.ts';
import { parseCedula } from '../identifiers/cedula.ts';
import { uruguay } from './pack.ts';

const LOCAL_HOSTS = new Set(['uy.localhost', 'localhost', '127.0.0.1', '[::1]', '::1']);

export const uruguayan: Country = {
  pack: uruguay,
  ownsHost: (name) => name.endsWith('.uy') || LOCAL_HOSTS.has(name),
  localHost: 'localhost',
  document: {
    parse: parseCedula,
    format: (document) => `${groupThousands(document.slice(0, -1).replace(/^0+/, ''))}-${document.slice(-1)}`,
    show: (digits) =>
      digits.length < 7
        ? groupThousands(digits)
        : `${groupThousands(digits.slice(0, -1))}-${digits.slice(-1)}`,
  },
  phone: {
    // Mobiles are 91 to 99 (URSEC numbering plan).
    national: (digits) => /^(?:(?:00)?598)?0?(9[1-9]\d{6})$/.exec(digits)?.[1],
    e164Prefix: '+598',
  },
};
