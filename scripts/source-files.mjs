import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

import { ROOT } from './install.mjs';

const FOLDERS = ['src', 'e2e', 'lab', 'scripts'];
const CODE = /\.(ts|tsx|mjs|css|sql)$/;

const DOCUMENTS = /\.md$/;

/** Every file of code: its path from the root, with slashes, and its text. */
export const sourceFiles = () => filesBelow(FOLDERS, CODE);

/** Every document of the repository, in the same form. */
export const documentFiles = () => [
  ...filesBelow([...FOLDERS, 'docs'], DOCUMENTS),
  ...readdirSync(ROOT)
    .filter((name) => DOCUMENTS.test(name))
    .map((name) => read(join(ROOT, name))),
];

function filesBelow(folders, kind) {
  return folders
    .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && kind.test(entry.name))
    .map((entry) => read(join(entry.parentPath, entry.name)));
}

const read = (file) => ({
  path: relative(ROOT, file).split(sep).join('/'),
  text: readFileSync(file, 'utf8'),
});
