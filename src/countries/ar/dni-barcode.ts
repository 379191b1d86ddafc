import { parseShownDate } from '../../domain/calendar-date.ts';
import type { DocumentData } from '../identifiers/document-data.ts';

/**
 * The PDF417 of an Argentine DNI, fields between `@`. Two layouts are in people's pockets:
 * - card (since 2012): `trámite@apellido@nombre@sexo@DNI@ejemplar@nacimiento@emisión[@…]`
 * - first card (2009 to 2012): `@DNI@ejemplar@1@apellido@nombre@nacionalidad@nacimiento@sexo@emisión@trámite@…`
 * Dates are DD/MM/YYYY; the number may begin with M or F.
 * @returns undefined for any other text
 */
export function readDniBarcode(text: string): DocumentData | undefined {
  const fields = text.split('@').map((field) => field.trim());
  return text.startsWith('@')
    ? dataOf(fields[1], fields[4], fields[5], fields[7], fields[8])
    : dataOf(fields[4], fields[1], fields[2], fields[6], fields[3]);
}

function dataOf(
  number = '',
  lastName = '',
  firstName = '',
  birth = '',
  gender = '',
): DocumentData | undefined {
  const documentNumber = /^[MF]?0*([1-9]\d{5,7})$/.exec(number)?.[1];
  const birthdate = parseShownDate(birth.replaceAll('/', '-'));
  if (documentNumber === undefined || birthdate === undefined || lastName === '' || firstName === '') {
    return undefined;
  }
  return { documentNumber, lastName, firstName, birthdate, gender: /^[MFX]$/.test(gender) ? gender : '' };
}
