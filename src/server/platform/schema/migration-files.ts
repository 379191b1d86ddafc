import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '..', '..', 'migrations');

/** A numbered SQL file and what its first lines say about it. */
export interface MigrationFile {
  readonly name: string;
  readonly text: string;
  /**
   * Programs that do not know this migration but still work after it: `*` for all, or the name of a migration
   * that they must know. Undefined when the file does not say; then none does.
   */
  readonly worksWith: string | undefined;
  /** False when its statements run one by one, outside a transaction; each must be safe to repeat. */
  readonly isTransactional: boolean;
}

/** Every migration of this release, in order. */
export async function migrationFiles(): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted();
  return Promise.all(
    names.map(async (file) => migrationOf(file.slice(0, -4), await readFile(join(folder, file), 'utf8'))),
  );
}

let known: Promise<ReadonlySet<string>> | undefined;

/** The names of the migrations of this release. */
export function knownMigrations(): Promise<ReadonlySet<string>> {
  known ??= migrationFiles().then((files) => new Set(files.map(({ name }) => name)));
  return known;
}

/** @throws when the lines at its head say something that is not known */
export function migrationOf(name: string, text: string): MigrationFile {
  let worksWith: string | undefined;
  let isTransactional = true;
  for (const [, key, value = ''] of text.matchAll(/^-- (release|transaction): *(.*)$/gm)) {
    const [, earlier] = /^contract after (\d{4}-[a-z0-9-]+)$/.exec(value) ?? [];
    if (key === 'release' && (value === 'expand' || earlier)) worksWith = earlier ?? '*';
    else if (key === 'transaction' && value === 'none') isTransactional = false;
    else throw new Error(`The migration ${name} says "${key}: ${value}", which is not known.`);
  }
  return { name, text, worksWith, isTransactional };
}

/** The statements of a file that runs outside a transaction: each ends with a semicolon at the end of a line. */
export function statementsOf({ name, text }: Pick<MigrationFile, 'name' | 'text'>): string[] {
  if (text.includes('$$')) throw new Error(`The migration ${name} has a function: it needs a transaction.`);
  return text
    .replaceAll(/^\s*--.*$/gm, '')
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}
