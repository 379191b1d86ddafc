import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Typesetter } from '../../papers/service.ts';
import { digestOf } from '../../platform/secrets.ts';
import { confirmationOf, signUpAndVerify } from '../../testing/journey.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { docketOfLoan } from './queries.ts';
import { writeDocket } from './write-docket.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

test('papers that are written after the texts have changed print what was accepted', async () => {
  const person = await signUpAndVerify(product, 'AR');
  const { body } = await person.call('POST /api/v3/finish-new', { body: confirmationOf(person) });
  const id = await acceptedBefore(body.result.id);
  let printed = '';
  const stop: Typesetter = (document) => {
    printed = JSON.stringify(document.blocks);
    return Promise.reject(new Error('only looked at'));
  };
  await expect(writeDocket(product.deps, id, stop)).rejects.toThrow('only looked at');
  expect(printed).toContain('Versión ar-terminos-0, tal como se aceptó.');
  expect(printed).toContain('Palabras de antes.');
  expect(printed).toContain('Versión ar-pagare-0.');
  expect(printed).toContain('Pagaré de antes.');
  expect(printed).not.toContain('Quiénes somos y qué ofrecemos');
});

/** Puts the loan back to what an older release would have stored, its papers not written. @returns its number */
async function acceptedBefore(publicId: string): Promise<number> {
  const { db } = product.deps;
  const { id } = await db
    .selectFrom('loan')
    .select('id')
    .where('public_id', '=', publicId)
    .executeTakeFirstOrThrow();
  // The worker has then done its part.
  await expect.poll(() => docketOfLoan(db, id), { timeout: 20_000 }).toBeDefined();
  const words = '1. Antes\n\nPalabras de antes.';
  const note = 'Pagaré\n\nPagaré de antes.';
  const older = { country: 'AR', name: 'terminos', version: 'ar-terminos-0', title: 'Términos' } as const;
  await db
    .insertInto('legal_text')
    .values({ ...older, words, sha256: digestOf(words), first_used_at: product.deps.clock.now() })
    .execute();
  const documents = [
    { name: 'terminos', version: older.version, sha256: digestOf(words).toString('hex') },
    { name: 'pagare', version: 'ar-pagare-0', sha256: digestOf(note).toString('hex'), text: note },
  ];
  for (const table of ['acceptance', 'loan_docket']) {
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(db);
  }
  await sql`update acceptance set documents = ${JSON.stringify(documents)} where loan_id = ${id}`.execute(db);
  await db.deleteFrom('loan_docket').where('loan_id', '=', id).execute();
  for (const table of ['acceptance', 'loan_docket']) {
    await sql`alter table ${sql.table(table)} enable trigger user`.execute(db);
  }
  return id;
}
