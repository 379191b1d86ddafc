import { expect, test } from 'vitest';
import { asksLegalNumber } from './bank-form.ts';

type Asked = Parameters<typeof asksLegalNumber>[0];

test.each([
  ['', true],
  ['0', true],
  ['20267565393', false],
])('the CUIT of somebody whose stored one is %j is asked for: %j', (legal_number, isAsked) => {
  const profile: Pick<Asked, 'account_information'> = {
    account_information: { document_number: '26756539', legal_number } as Asked['account_information'],
  };
  expect(asksLegalNumber(profile)).toBe(isAsked);
});
