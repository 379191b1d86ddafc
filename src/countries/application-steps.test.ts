import { describe, expect, test } from 'vitest';
import {
  hasStep,
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

const steps = (country: 'AR' | 'UY', state: ApplicationProgress) =>
  stepsOf(packOf(country), state).map(({ name }) => name);

describe('application order', () => {
  test('Argentina: identity to card, phone, review', () => {
    expect(steps('AR', progress({}))).toEqual(['identity', 'address', 'bank', 'card', 'phone', 'review']);
  });

  test('Uruguay: delivery leads to the account only for a bank transfer', () => {
    expect(steps('UY', progress({}, 'bank-transfer')).slice(2, 4)).toEqual(['delivery', 'account']);
    expect(steps('UY', progress({}, 'red-pagos'))).not.toContain('account');
  });

  test('a verified contact needs no phone validation, a code merely sent does', () => {
    expect(steps('AR', progress({ contact_data_verified: 1 }))).not.toContain('phone');
    expect(steps('AR', progress({ contact_data_verified: 2 }))).toContain('phone');
  });
});

test('only Argentina asks for a card', () => {
  expect(hasStep(packOf('AR'), 'card')).toBe(true);
  expect(hasStep(packOf('UY'), 'card')).toBe(false);
});

test('a step that depends on a choice is required until the choice excludes it', () => {
  const needed = (deliveryType?: 'bank-transfer' | 'red-pagos') =>
    packOf('UY')
      .applicationSteps.filter((step) => isNeeded(step, progress({}, deliveryType)))
      .map(({ name }) => name);
  const accountStep = 'account';
  expect(needed()).toContain(accountStep);
  expect(needed('bank-transfer')).toContain(accountStep);
  expect(needed('red-pagos')).not.toContain(accountStep);
  expect(needed('red-pagos')).toContain('address');
});

describe('next step', () => {
  test.each([
    [{}, 'identity'],
    [{ avatar_verified: 1, front_document_verified: 1 }, 'identity'],
    [IDENTITY, 'address'],
    [{ ...IDENTITY, address_verified: 1 }, 'bank'],
    [{ ...IDENTITY, address_verified: 1, banking_verified: 1 }, 'card'],
    [{ ...IDENTITY, address_verified: 1, banking_verified: 1, credit_cart_verified: 1 }, 'phone'],
    [
      {
        ...IDENTITY,
        address_verified: 1,
        banking_verified: 1,
        credit_cart_verified: 1,
        contact_data_verified: 1,
      },
      'review',
    ],
  ])('Argentina %o', (verified, name) => {
    expect(nextStep(packOf('AR'), progress(verified))?.name).toBe(name);
  });

  test('Uruguay: the choice of Red pagos is enough, a transfer also needs the account', () => {
    const done = { ...IDENTITY, address_verified: 1 };
    expect(nextStep(packOf('UY'), progress(done))?.name).toBe('delivery');
    expect(nextStep(packOf('UY'), progress(done, 'red-pagos'))?.name).toBe('phone');
    expect(nextStep(packOf('UY'), progress(done, 'bank-transfer'))?.name).toBe('account');
  });

  test('leads past a step that the customer has skipped for good', () => {
    const done = { ...IDENTITY, address_verified: 1, banking_verified: 1 };
    expect(nextStep(packOf('AR'), progress(done))?.name).toBe('card');
    expect(nextStep(packOf('AR'), progress(done), ['card'])?.name).toBe('phone');
  });

  test('after a step comes the next that applies, and nothing after the review', () => {
    expect(stepAfter(packOf('UY'), progress({}, 'red-pagos'), 'delivery')?.name).toBe('phone');
    expect(stepAfter(packOf('AR'), progress({ contact_data_verified: 1 }), 'card')?.name).toBe('review');
    expect(stepAfter(packOf('AR'), progress({ contact_data_verified: 1 }), 'phone')?.name).toBe('review');
    expect(stepAfter(packOf('AR'), progress({}), 'review')).toBeUndefined();
  });
});

describe('requirements of a confirmation', () => {
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
