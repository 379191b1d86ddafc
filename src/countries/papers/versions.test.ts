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
  'ar-pagare-4': 'd4b2e08d15cb72fb5a940916e811779239175c5b38b2b3991c7802e684fef224',
  'ar-privacidad-2': '2e73795b55feebd5fe07449296e48b50716d0d90c3471683d167782779a726c8',
  'ar-terminos-4': '4869c2d0d07943249f5f1af90424382fbd6ad4db197b6666d04d0e8b4e81065c',
  'uy-privacidad-2': '594ebf5e6f14d9bd13eab85c82c59c3b8e2d9463b47aa28b9800be120f8c13cd',
  'uy-terminos-5': '8c9c6f096cd9f9094bd96be192721ce638cd8a3ee7dae55cf8596cff3c9feb8a',
  'uy-vale-5': 'e4e67833ed6952d7fdff9f51c1019231cbd0115e5e880336c13b44836e84954d',
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
