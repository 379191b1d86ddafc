const UP_TO_TWENTY_NINE = (
  'cero un dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis ' +
  'diecisiete dieciocho diecinueve veinte veintiún veintidós veintitrés veinticuatro veinticinco veintiséis ' +
  'veintisiete veintiocho veintinueve'
).split(' ');
const FROM_THIRTY = 'treinta cuarenta cincuenta sesenta setenta ochenta noventa'.split(' ');
const HUNDREDS =
  'ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos'.split(
    ' ',
  );

const LIMIT = 1_000_000_000_000;

/**
 * Spells a whole number as a promissory note writes it before the currency's noun: 'veintiún', not
 * 'veintiuno', and 'un millón de'. @throws RangeError for negative numbers and for 10^12 or more.
 */
export function numberBeforeNoun(value: number): string {
  if (!Number.isSafeInteger(value) || value < 0 || value >= LIMIT) {
    throw new RangeError(`no words for ${value}`);
  }
  const millions = Math.floor(value / 1_000_000);
  const rest = value % 1_000_000;
  if (millions === 0) return belowMillion(rest);
  const named = millions === 1 ? 'un millón' : `${belowMillion(millions)} millones`;
  return rest === 0 ? `${named} de` : `${named} ${belowMillion(rest)}`;
}

function belowMillion(value: number): string {
  const thousands = Math.floor(value / 1000);
  const rest = value % 1000;
  if (thousands === 0) return belowThousand(rest);
  const named = thousands === 1 ? 'mil' : `${belowThousand(thousands)} mil`;
  return rest === 0 ? named : `${named} ${belowThousand(rest)}`;
}

function belowThousand(value: number): string {
  if (value === 100) return 'cien';
  const rest = value % 100;
  if (value < 100) return belowHundred(rest);
  const hundreds = `${HUNDREDS[Math.floor(value / 100) - 1]}`;
  return rest === 0 ? hundreds : `${hundreds} ${belowHundred(rest)}`;
}

function belowHundred(value: number): string {
  if (value < 30) return `${UP_TO_TWENTY_NINE[value]}`;
  const tens = `${FROM_THIRTY[Math.floor(value / 10) - 3]}`;
  return value % 10 === 0 ? tens : `${tens} y ${UP_TO_TWENTY_NINE[value % 10]}`;
}
