import { COUNTRIES } from '../../../countries/countries.ts';
import { documentText, legalDocument } from '../../../countries/papers/terms.ts';
import type { Dependencies } from '../../dependencies.ts';
import { digestOf } from '../../platform/secrets.ts';

const acceptedWith = ['terminos', 'privacidad'] as const;

/**
 * Stores this release's legal texts before anybody can accept them: acceptances contain only their digest,
 * and a later release may have other texts.
 */
export async function seedLegalTexts({ db, config, clock }: Dependencies): Promise<void> {
  const rows = COUNTRIES.flatMap((country) =>
    acceptedWith.map((name) => {
      const { title, version, ...document } = legalDocument(
        country,
        name,
        config.BRAND,
        config.lenders[country],
      );
      const words = documentText({ title, version, ...document });
      return { sha256: digestOf(words), country, name, version, title, words, first_used_at: clock.now() };
    }),
  );
  await db
    .insertInto('legal_text')
    .values(rows)
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .execute();
}
