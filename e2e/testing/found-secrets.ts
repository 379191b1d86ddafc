import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dumpOf } from './dump.ts';
import type { RunningProduct } from './product.ts';

/** The password that accounts of the tests get. */
export const password = 'clave-de-prueba-7';

/** The card that the tests type, however it is grouped, and the password. */
const marked = new RegExp(String.raw`4111[^\w]?1111[^\w]?1111[^\w]?1111|${password}`, 'g');
const words = /[\w-]{20,}/g;
const contextLength = 80;
/** The name of a migration, which the database does hold: a search that misses it would miss anything. */
const control = '0038-card-charges-of-before';

export const isSecret = (text: string): boolean => /^[\w-]{20,}$/.test(text);

/**
 * Looks through all that a product has written down for what it must not keep: card numbers, passwords, and these
 * secrets.
 * @returns where each was found, without the secret
 */
export async function foundSecrets(
  { dataDir }: RunningProduct,
  log: readonly string[],
  secrets: ReadonlySet<string>,
): Promise<readonly string[]> {
  const places: readonly (readonly [string, string])[] = [
    ['log', log.join('\n')],
    ['database', await dumpOf(dataDir)],
    ...(await filesOf(dataDir)),
  ];
  if (!places.some(([place, text]) => place === 'database' && text.includes(control)))
    throw new Error('the search for secrets looks at nothing');
  return places.flatMap(([place, text]) => {
    const found = [...text.matchAll(marked), ...text.matchAll(words).filter(([word]) => secrets.has(word))];
    return found.map(({ index, 0: { length } }) => {
      const before = text.slice(Math.max(0, index - contextLength), index);
      return `${place}: ${before}<${length} characters>${text.slice(index + length, index + length + contextLength)}`;
    });
  });
}

/** Every file of the product, but for the database's own. */
async function filesOf(dataDir: string): Promise<readonly (readonly [string, string])[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => !file.startsWith(join(dataDir, 'postgres')));
  return Promise.all(
    files.map(async (file) => [file.slice(dataDir.length), await readFile(file, 'latin1')] as const),
  );
}
