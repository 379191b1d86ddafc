import { parseCbu } from '../../identifiers/cbu.ts';

/** Makes a valid CBU of the Banco Nación. @param number up to twelve digits of the account */
export function cbuNumbered(number: number): string {
  const block = `011${String(number % 10_000).padStart(4, '0')}`;
  const account = String(number).padStart(13, '0');
  for (let check = 0; check < 100; check += 1) {
    const cbu = `${block}${Math.floor(check / 10)}${account}${check % 10}`;
    if (parseCbu(cbu).ok) return cbu;
  }
  throw new Error('no check digits fit');
}
