import { expect, test } from 'vitest';
import { packOf } from '../index.ts';
import { domicileWords } from './domicile.ts';

const home = {
  street: 'Belgrano',
  streetNumber: '100',
  floor: '4',
  unit: 'B',
  city: 'San Martín',
  province: 'Buenos Aires',
};
const capital = 'Ciudad Autónoma de Buenos Aires';

test.each([
  ['AR', {}, 'Belgrano 100, piso 4, departamento B, San Martín, provincia de Buenos Aires'],
  ['AR', { floor: '-', unit: '-' }, 'Belgrano 100, San Martín, provincia de Buenos Aires'],
  ['AR', { floor: ' PB ', unit: '' }, 'Belgrano 100, piso PB, San Martín, provincia de Buenos Aires'],
  [
    'AR',
    { city: 'Ciudad de Buenos Aires', province: capital },
    `Belgrano 100, piso 4, departamento B, ${capital}`,
  ],
  [
    'AR',
    { city: 'Villa Crespo', province: capital },
    `Belgrano 100, piso 4, departamento B, Villa Crespo, ${capital}`,
  ],
  [
    'AR',
    { city: 'Ciudad Evita' },
    'Belgrano 100, piso 4, departamento B, Ciudad Evita, provincia de Buenos Aires',
  ],
  ['AR', { province: '' }, 'Belgrano 100, piso 4, departamento B, San Martín'],
  [
    'UY',
    { unit: '302', city: 'Salto', province: 'Salto' },
    'Belgrano 100, piso 4, apartamento 302, Salto, departamento de Salto',
  ],
] as const)('%s %j is %s', (code, other, words) => {
  expect(domicileWords(packOf(code), { ...home, ...other })).toBe(words);
});
