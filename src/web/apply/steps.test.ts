import { expect, test } from 'vitest';
import { packOf } from '../../countries/index.ts';
import type { Profile } from '../profile.ts';
import type { Proposal } from '../proposal.ts';
import { forgetNoCard, noteNoCard } from './no-card.ts';
import { nextPath, pathAfter, pathBefore, placeOf, stepInstead } from './steps.ts';

/** The part of a profile that determines the order of steps. */
function profile(marks: Record<string, number> = {}, deliveryType: string | null = null): Profile {
  return { credit_rating: marks, delivery_type: deliveryType } as unknown as Profile;
}
const proposal = { amount: 10_000 } as Proposal;
const [ar, uy] = [packOf('AR'), packOf('UY')];

test('continue leads to the offer without a proposal, also with every step verified', () => {
  expect(nextPath(ar, profile({ avatar_verified: 1 }), null)).toBe('/oferta-comercial');
  expect(nextPath(ar, profile(), proposal)).toBe('/verificacion-identidad');
});

test('continue skips the card once the customer said they have none', () => {
  const done = Object.fromEntries(
    ['avatar', 'front_document', 'back_document', 'address', 'banking'].map((mark) => [
      `${mark}_verified`,
      1,
    ]),
  );
  const customer = { ...profile(done), hash: 'h' };
  expect(nextPath(ar, customer, proposal)).toBe('/verificacion-identidad/04');
  noteNoCard(customer);
  expect(nextPath(ar, customer, proposal)).toBe('/validacion-celular');
  forgetNoCard();
  expect(nextPath(ar, customer, proposal)).toBe('/verificacion-identidad/04');
});

test('ANT goes back one shown step, from the first to the welcome', () => {
  expect(pathBefore(ar, profile(), 'identity')).toBe('/bienvenido');
  expect(pathBefore(ar, profile(), 'card')).toBe('/verificacion-identidad/03');
  expect(pathBefore(ar, profile({ contact_data_verified: 1 }), 'review')).toBe('/verificacion-identidad/04');
  expect(pathBefore(uy, profile({}, 'red-pagos'), 'phone')).toBe('/verificacion-identidad/03uy');
  expect(pathBefore(uy, profile({}, 'bank-transfer'), 'phone')).toBe('/verificacion-identidad/04uy');
});

test('SIG follows the order of the country, over the phone only while it is unverified', () => {
  expect(pathAfter(ar, profile(), 'bank')).toBe('/verificacion-identidad/04');
  expect(pathAfter(ar, profile(), 'card')).toBe('/validacion-celular');
  expect(pathAfter(ar, profile({ contact_data_verified: 1 }), 'card')).toBe('/revisar');
  expect(pathAfter(uy, profile({}, 'red-pagos'), 'delivery')).toBe('/validacion-celular');
  expect(pathAfter(uy, profile({}, 'bank-transfer'), 'delivery')).toBe('/verificacion-identidad/04uy');
});

test('a step of the other country has its place in the order', () => {
  expect(pathAfter(uy, profile(), 'card')).toBe('/validacion-celular');
  expect(pathAfter(uy, profile({ contact_data_verified: 1 }), 'card')).toBe('/revisar');
  expect(pathBefore(uy, profile(), 'card')).toBe('/verificacion-identidad/03uy');
  expect(pathAfter(uy, profile({}, 'bank-transfer'), 'bank')).toBe('/verificacion-identidad/04uy');
  expect(pathAfter(ar, profile(), 'delivery')).toBe('/verificacion-identidad/04');
  expect(pathBefore(ar, profile(), 'delivery')).toBe('/verificacion-identidad/02');
  expect(pathAfter(ar, profile(), 'account')).toBe('/validacion-celular');
  expect([placeOf(uy, 'card'), placeOf(ar, 'card'), placeOf(ar, 'account'), placeOf(ar, 'phone')]).toEqual([
    4,
    4,
    4,
    undefined,
  ]);
});

test("the other country's account step leads to the own one, the card step stands in both", () => {
  expect(stepInstead(uy, 'bank')).toBe('/verificacion-identidad/03uy');
  expect(stepInstead(ar, 'account')).toBe('/verificacion-identidad/03');
  expect([stepInstead(ar, 'bank'), stepInstead(uy, 'account'), stepInstead(uy, 'card')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
