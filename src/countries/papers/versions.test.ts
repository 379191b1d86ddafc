import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { COUNTRIES } from '../countries.ts';
import type { Lender } from '../lender.ts';
import { type NoteFacts, noteText, promissoryNote } from './promissory-note.ts';
import { documentText, legalDocument } from './terms.ts';

/** Each fact by its own name, so that only the words of the note are left. */
const facts = new Proxy({ instalments: 12 } as NoteFacts, {
  get: (given, name) => Reflect.get(given, name) ?? `{${String(name)}}`,
});

const lender: Lender = {
  name: '{name}',
  taxNumber: '{taxNumber}',
  address: '{address}',
  registration: '{registration}',
  email: '{email}',
  phone: '{phone}',
};

/** The words of each version, as SHA-256. Who changes the words raises the version and writes its line here. */
const digests = {
  'ar-pagare-6': '3a0858d5f13be743a2e7075e85a1932fc7e04923d7dce34dbc233e77ccd4ad64',
  'ar-privacidad-3': 'b9039b2dade1b5ad33b31c8c9ce0856165200997d2d73c63384a90fe3aa4a5cb',
  'ar-terminos-6': '00b74b671fcb252caa710e169a6d8e4f2b3d372b5c4fc1fbcd927d3b4be16324',
  'uy-privacidad-3': '4b1033e92184a826f336fe4303ed00b7c68b871f3c4d8061dae95b89a055ec9b',
  'uy-terminos-7': 'b789527a0fdbf59b9e7eadef22c60949fa6f5daec4e63ddc9cdfe292fb70c4d3',
  'uy-vale-7': '4c3db7e454e219c0eaf31f66b1a8c813647aef567301925fc1bba7cde0acba11',
};

test('what is accepted keeps the words of its version', () => {
  const texts = COUNTRIES.flatMap((code) => [
    ...(['terminos', 'privacidad'] as const).map((slug) => {
      const document = legalDocument(code, slug, '{brand}', lender);
      return [document.version, documentText(document)] as const;
    }),
    [promissoryNote(code, facts).version, noteText(promissoryNote(code, facts))] as const,
  ]);
  const found = texts.map(([version, words]) => [version, createHash('sha256').update(words).digest('hex')]);
  expect(Object.fromEntries(found)).toEqual(digests);
});
