import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { COUNTRIES } from '../countries.ts';
import type { Lender } from '../lender.ts';
import { noteText, promissoryNote } from './promissory-note.ts';
import { documentText, legalDocument } from './terms.ts';
import type { NoteFacts } from './note-facts.ts';

/** Each fact prints its own name, so that only the words of the note are left. */
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

/** SHA-256 of each version's words. After changing the words, raise the version and add its line here. */
const digests = {
  'ar-pagare-7': 'aaeb7d5c6651b985a1592a5f50dbbbec59c3fd1bbb016f0d41606ceda7ebc9bc',
  'ar-privacidad-3': 'b9039b2dade1b5ad33b31c8c9ce0856165200997d2d73c63384a90fe3aa4a5cb',
  'ar-terminos-7': '8f17fb1fe105c31ea71b03385edc7031ab7e864f96699bb2464fd0a3157877ee',
  'uy-privacidad-3': '4b1033e92184a826f336fe4303ed00b7c68b871f3c4d8061dae95b89a055ec9b',
  'uy-terminos-8': '0bd91bdfa155bb5d56c65c272c54d961159a084446aabb4a5fadfc32eaa506f0',
  'uy-vale-8': '62057726afe730b9da415120441cfe1966b4e8d7900146849d2c5a60f9a7ffed',
};

test('accepted texts keep the words of their version', () => {
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
