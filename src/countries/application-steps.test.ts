import { describe, expect, test } from 'vitest';
import {
  isNeeded,
  nextStep,
  openSteps,
  stepAfter,
  stepsOf,
  type ApplicationProgress,
} from './application-steps.ts';
import type { Verification } from './country-pack.ts';
import { packOf } from './index.ts';

const NONE: Record<Verification, number> = {
  avatar_verified: 0,
  front_document_verified: 0,
  back_document_verified: 0,
  address_verified: 0,
  banking_verified: 0,
  credit_cart_verified: 0,
  contact_data_verified: 0,
};
const IDENTITY = { avatar_verified: 1, front_document_verified: 1, back_document_verified: 1 };

function progress(
  verified: Partial<typeof NONE>,
  deliveryType?: 'bank-transfer' | 'red-pagos',
): ApplicationProgress {
  return { verifications: { ...NONE, ...verified }, deliveryType };
}

const paths = (country: 'AR' | 'UY', state: ApplicationProgress) =>
  stepsOf(packOf(country), state).map(({ path }) => path);

describe('application order', () => {
  test('Argentina: 01, 02, 03, 04, phone, review', () => {
    expect(paths('AR', progress({}))).toEqual([
      '/verificacion-identidad',
      '/verificacion-identidad/02',
      '/verificacion-identidad/03',
      '/verificacion-identidad/04',
      '/validacion-celular',
      '/revisar',
    ]);
  });

  test('Uruguay: 03uy leads to 04uy only for a bank transfer', () => {
    expect(paths('UY', progress({}, 'bank-transfer')).slice(2, 4)).toEqual([
      '/verificacion-identidad/03uy',
      '/verificacion-identidad/04uy',
    ]);
    expect(paths('UY', progress({}, 'red-pagos'))).not.toContain('/verificacion-identidad/04uy');
  });

  test('a verified contact needs no phone validation, a code merely sent does', () => {
    expect(paths('AR', progress({ contact_data_verified: 1 }))).not.toContain('/validacion-celular');
    expect(paths('AR', progress({ contact_data_verified: 2 }))).toContain('/validacion-celular');
  });
});

test('a step that hangs on a choice may still be asked for until the choice leaves it out', () => {
  const needed = (deliveryType?: 'bank-transfer' | 'red-pagos') =>
    packOf('UY')
      .applicationSteps.filter((step) => isNeeded(step, progress({}, deliveryType)))
      .map(({ path }) => path);
  const accountStep = '/verificacion-identidad/04uy';
  expect(needed()).toContain(accountStep);
  expect(needed('bank-transfer')).toContain(accountStep);
  expect(needed('red-pagos')).not.toContain(accountStep);
  expect(needed('red-pagos')).toContain('/verificacion-identidad/02');
});

describe('next step', () => {
  test.each([
    [{}, '/verificacion-identidad'],
    [{ avatar_verified: 1, front_document_verified: 1 }, '/verificacion-identidad'],
    [IDENTITY, '/verificacion-identidad/02'],
    [{ ...IDENTITY, address_verified: 1 }, '/verificacion-identidad/03'],
    [{ ...IDENTITY, address_verified: 1, banking_verified: 1 }, '/verificacion-identidad/04'],
    [
      { ...IDENTITY, address_verified: 1, banking_verified: 1, credit_cart_verified: 1 },
      '/validacion-celular',
    ],
    [
      {
        ...IDENTITY,
        address_verified: 1,
        banking_verified: 1,
        credit_cart_verified: 1,
        contact_data_verified: 1,
      },
      '/revisar',
    ],
  ])('Argentina %o', (verified, path) => {
    expect(nextStep(packOf('AR'), progress(verified))?.path).toBe(path);
  });

  test('Uruguay: the choice of RedPagos is enough, a transfer also needs the account', () => {
    const done = { ...IDENTITY, address_verified: 1 };
    expect(nextStep(packOf('UY'), progress(done))?.name).toBe('delivery');
    expect(nextStep(packOf('UY'), progress(done, 'red-pagos'))?.name).toBe('phone');
    expect(nextStep(packOf('UY'), progress(done, 'bank-transfer'))?.name).toBe('account');
  });

  test('after a step comes the next that applies, and nothing after the review', () => {
    expect(stepAfter(packOf('UY'), progress({}, 'red-pagos'), 'delivery')?.name).toBe('phone');
    expect(stepAfter(packOf('AR'), progress({ contact_data_verified: 1 }), 'card')?.name).toBe('review');
    expect(stepAfter(packOf('AR'), progress({ contact_data_verified: 1 }), 'phone')?.name).toBe('review');
    expect(stepAfter(packOf('AR'), progress({}), 'review')).toBeUndefined();
  });
});

describe('what a confirmation demands', () => {
  test('everything but the card, which may be skipped', () => {
    expect(openSteps(packOf('AR'), progress({})).map(({ name }) => name)).toEqual([
      'identity',
      'address',
      'bank',
      'phone',
    ]);
    const done = { ...IDENTITY, address_verified: 1, banking_verified: 1, contact_data_verified: 1 };
    expect(openSteps(packOf('AR'), progress(done))).toEqual([]);
  });
});
