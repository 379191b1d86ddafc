import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { COUNTRIES } from '../countries.ts';
import { type NoteFacts, noteText, promissoryNote } from './promissory-note.ts';
import { documentText, legalDocument } from './terms.ts';

/** Each fact by its own name, so that only the words of the note are left. */
const facts = new Proxy({ instalments: 12 } as NoteFacts, {
  get: (given, name) => Reflect.get(given, name) ?? `{${String(name)}}`,
});

/** The words of each version, as SHA-256. Who changes the words raises the version and writes its line here. */
const digests = {
  'ar-pagare-2': '0800c6887005466210fc016de2534888610666245bc6a6a92e987ab7ebc99440',
  'ar-privacidad-2': '2e73795b55feebd5fe07449296e48b50716d0d90c3471683d167782779a726c8',
  'ar-terminos-2': '35ee89f859a023239bec37b35e54ff466deeca32622bf6e75201a36fab6f7023',
  'uy-privacidad-2': '594ebf5e6f14d9bd13eab85c82c59c3b8e2d9463b47aa28b9800be120f8c13cd',
  'uy-terminos-3': '3f588ffd3099c1f8d99e97ec685a62a487a68808ed485352991129ecde8c5594',
  'uy-vale-3': '431ca0ad7b077c33b61b963d1187b1104db2ee2ff42cef0e52386b5fc86cc452',
};

test('what is accepted keeps the words of its version', () => {
  const texts = COUNTRIES.flatMap((code) => [
    ...(['terminos', 'privacidad'] as const).map((slug) => {
      const document = legalDocument(code, slug, '{brand}');
      return [document.version, documentText(document)] as const;
    }),
    [promissoryNote(code, facts).version, noteText(promissoryNote(code, facts))] as const,
  ]);
  const found = texts.map(([version, words]) => [version, createHash('sha256').update(words).digest('hex')]);
  expect(Object.fromEntries(found)).toEqual(digests);
});
