import { describe, expect, test } from 'vitest';
import { accountHint, parseAccount, BANKING_ENTRIES } from './banking-entries.ts';
import { COUNTRIES } from './countries.ts';
import { ENTRIES } from './entries.ts';
import { formatDocument, parseDocument } from './identifiers/document.ts';
import { parseCellPhone } from './identifiers/phones.ts';
import { countryOfCurrency, countryOfHost, packOf } from './index.ts';
import { banksOf } from './lists.ts';
import { SERVER_ENTRIES } from './server-entries.ts';
import { testCountry } from './testing/test-country.ts';

describe.each(COUNTRIES)('%s as an entry', (code) => {
  const { sample, priceList, localities } = SERVER_ENTRIES[code];
  test('is found by its own hosts, address and currency', () => {
    expect(countryOfHost(`${ENTRIES[code].localHost}:3000`)).toBe(code);
    expect(packOf(code).code).toBe(code);
    expect(packOf(code).currency).toBe(testCountry(code).currency);
    expect(countryOfCurrency(packOf(code).currency)).toBe(code);
  });
  test('has a price list within the bounds of its amount input, in its own currency', () => {
    const { minAmount, maxAmount, step } = packOf(code).offer;
    expect(priceList).toMatchObject({ country: code, minAmount, maxAmount, step });
    expect(priceList.variants.membership.currency).toBe(packOf(code).currency);
    expect(localities.length).toBeGreaterThan(0);
  });
  test('its sample people pass its own rules', () => {
    expect(new Set(sample.documents).size).toBe(9);
    for (const [index, number] of sample.documents.entries()) {
      const parsed = parseDocument(code, number);
      expect(parsed.ok && ENTRIES[code].document.show(number)).toBe(
        parsed.ok && formatDocument(code, parsed.value),
      );
      expect(parseCellPhone(code, `${sample.phone}${index + 1}`).ok).toBe(true);
    }
    expect(parseAccount(code, sample.account.bankId, sample.account.number).ok).toBe(true);
    expect(banksOf(code)).toHaveProperty(sample.account.bankId);
    expect(ENTRIES[code].parsePostalCode !== undefined).toBe(packOf(code).hasPostalCode);
    expect(BANKING_ENTRIES[code].accounts.kind === 'names-its-bank').toBe(packOf(code).hasLegalNumber);
    expect(packOf(code).deliveryTypes).toEqual(expect.arrayContaining([...sample.deliveries]));
  });
});

test('a currency of no country belongs to the default one', () => {
  expect(countryOfCurrency('EUR')).toBe('AR');
});

test('only a chosen bank describes its account format', () => {
  expect(accountHint('UY', '113')).toBe('7 números.');
  expect(accountHint('UY', '999')).toBeUndefined();
  expect(accountHint('AR', '011')).toBeUndefined();
});

test('an account number identifies its bank, an alias does not', () => {
  const rule = BANKING_ENTRIES.AR.accounts;
  const { account } = SERVER_ENTRIES.AR.sample;
  expect(rule.kind === 'names-its-bank' && rule.bankOf(account.number)).toBe(account.bankId);
  expect(rule.kind === 'names-its-bank' && rule.bankOf('mi.alias.banco')).toBeUndefined();
});
