import { groupThousands } from '../../domain/format-units.ts';
import type { Country } from '../country.ts';
import { accepted, refused } from '../identifiers/checked.ts';
import { parseDni } from '../identifiers/cuit.ts';
import { argentina } from './pack.ts';
import areaCodes from './data/area-codes.json' with { type: 'json' };

const AREA_CODES = new Set(areaCodes.codes);
const NATIONAL_LENGTH = 10;

/** Finds the area code of a number; the longest match, because 2202 begins with another city's 220. */
function areaCodeOf(digits: string): string | undefined {
  return [4, 3, 2].map((length) => digits.slice(0, length)).find((code) => AREA_CODES.has(code));
}

/**
 * Accepts ten digits of a known area; the subscriber part may not begin with 0 or with the 15 of local calls.
 */
function isNational(digits: string): boolean {
  const area = areaCodeOf(digits);
  return (
    digits.length === NATIONAL_LENGTH && area !== undefined && !/^(0|15)/.test(digits.slice(area.length))
  );
}

/** Removes the 15 that domestic dialling puts between area code and subscriber. */
function withoutLocalMobilePrefix(digits: string): string {
  const area = areaCodeOf(digits) ?? '';
  return digits.startsWith('15', area.length) ? area + digits.slice(area.length + 2) : digits;
}

/**
 * Extracts the national mobile number from any dialled notation: +54 9 11 …, 0054 …, 9 11 …, 011 15 ….
 * Undefined for anything else (ENACOM numbering plan).
 */
function nationalMobile(digits: string): string | undefined {
  if (digits.length <= NATIONAL_LENGTH) return isNational(digits) ? digits : undefined;
  const dialled = digits.replace(/^(00)?54/, '').replace(/^0?9?0?/, '');
  return [dialled, withoutLocalMobilePrefix(dialled)].find(isNational);
}

export const argentine: Country = {
  pack: argentina,
  ownsHost: (name) => name.endsWith('.ar') || name === 'ar.localhost',
  localHost: 'ar.localhost',
  document: { parse: parseDni, format: groupThousands, show: groupThousands },
  // Mobiles carry a 9 between country and area code.
  phone: { national: nationalMobile, e164Prefix: '+549' },
  /** Accepts four digits, the eight characters of a CPA, or ''. */
  parsePostalCode: (input) => {
    const code = input.trim().toUpperCase();
    return code === '' || /^(\d{4}|[A-HJ-NP-Z]\d{4}[A-Z]{3})$/.test(code)
      ? accepted(code)
      : refused('Ingresá un código postal válido (ej. 1425 o C1425ABC).');
  },
};
