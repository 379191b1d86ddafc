import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

import { ROOT } from './install.mjs';

const FOLDERS = ['src', 'e2e', 'bench', 'scripts'];
const CODE = /\.(ts|tsx|mjs|css|sql)$/;

/** Every file of code: its path from the root, with slashes, and its text. */
export function sourceFiles() {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }),
  )
    .filter((entry) => entry.isFile() && CODE.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ path: relative(ROOT, file).split(sep).join('/'), text: readFileSync(file, 'utf8') }));
}
