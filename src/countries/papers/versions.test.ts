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
  'ar-pagare-5': '26c6cc3851c99933172a996da39d84cec503773ae2d2679432be853b096de162',
  'ar-privacidad-2': '2e73795b55feebd5fe07449296e48b50716d0d90c3471683d167782779a726c8',
  'ar-terminos-4': '2aaf0c37d11a706e28d83c944246a78c9f76a934d2fa5b116961bb99047e677e',
  'uy-privacidad-2': '594ebf5e6f14d9bd13eab85c82c59c3b8e2d9463b47aa28b9800be120f8c13cd',
  'uy-terminos-5': 'e1ec1235bb15b7f1fd4507f350a00baf862fe1c0d3563334ed93183a73b92879',
  'uy-vale-6': '4a9eee5e31e356fd3f08d38de1d58d3d0c389e754a2deb41089b8ac8e182bbe9',
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
