import { randomUUID } from 'node:crypto';
import { addLead, hashIn, messageOf } from '../../../testing/people.ts';
import type { TestProduct } from '../../../testing/product.ts';

/** The link of a claim in Argentina, not yet opened. */
export async function claimLink(product: TestProduct): Promise<{ readonly code: string }> {
  const email = `pide-${randomUUID()}@example.com`;
  const hash = await addLead(product);
  const letter = await messageOf(product, email, () =>
    product.call('POST /api/v3/document-claim', { body: { email, hash, terms: true } }),
  );
  return { code: hashIn(letter, 'documento-propio') };
}

/** The session of a claim that only has to be sent. */
export async function readyClaim(product: TestProduct): Promise<{ readonly token: string }> {
  const { code } = await claimLink(product);
  const { body } = await product.call('POST /api/v3/document-claim/open', { body: { code } });
  await product.deps.db
    .updateTable('document_claim')
    .set({ state: 'waiting', decided_at: null })
    .where('state', '=', 'granted')
    .execute();
  return { token: body.token };
}
