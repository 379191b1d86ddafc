import { expect, test } from 'vitest';
import { asksLegalNumber, legalNumberOf } from './bank-form.ts';

type Asked = Parameters<typeof asksLegalNumber>[0];

const knownAs = (legal_number: string): Pick<Asked, 'account_information'> => ({
  account_information: { document_number: '26756539', legal_number } as Asked['account_information'],
});

test.each([
  ['', true],
  ['0', true],
  ['20267565393', false],
])('the CUIT of somebody whose stored one is %j is asked for: %j', (legal_number, isAsked) => {
  expect(asksLegalNumber(knownAs(legal_number))).toBe(isAsked);
});

test('a new account goes with the known CUIT, else with the typed one, in digits', () => {
  expect(legalNumberOf(knownAs('20267565393'), { legal_number: '' })).toBe('20267565393');
  expect(legalNumberOf(knownAs('0'), { legal_number: '20-26756539-3' })).toBe('20267565393');
});
