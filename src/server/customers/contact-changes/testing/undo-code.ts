import { transaction } from '../../../platform/database.ts';
import { addPerson } from '../../../testing/people.ts';
import type { TestProduct } from '../../../testing/product.ts';
import { noteContactChange } from '../service.ts';

/** Code of a link that undoes a corrected e-mail address. */
export async function undoCode(product: TestProduct): Promise<string> {
  const { id: customerId, email } = await addPerson(product);
  const change = { country: 'AR', customerId, kind: 'email', former: { email } } as const;
  const url = await transaction(product.deps.db, (tx) => noteContactChange(tx, product.deps, change));
  return url.split('/').at(-1) ?? '';
}
