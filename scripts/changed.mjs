// Selection of `npm test -- changed`: the changed files, and the tests most likely to break with them.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

import { ROOT } from './install.mjs';
import { git } from './pre-commit-hook.mjs';

const TEST = /\.test\.tsx?$/;
const CODE = /\.(?:ts|tsx|mjs)$/;

/**
 * Files that differ from a commit: by default the uncommitted ones, or those of the last commit if there are none.
 * @param base commit to compare with, such as `main`
 */
export function changedFiles(base) {
  const since = (commit) => lines(git('diff', '--name-only', '--diff-filter=d', commit));
  const untracked = lines(git('ls-files', '--others', '--exclude-standard'));
  if (base) return [...new Set([...since(base), ...untracked])];
  const open = [...since('HEAD'), ...untracked];
  return open.length > 0 ? open : since('HEAD~1');
}

/**
 * Tests of changed files. Server tests import the whole product, so their imports say little: a feature's tests are
 * those of its folder, and those that import a changed file directly.
 * @returns vitest arguments by project; none for a project without tests to run
 */
export function testsOf(files) {
  const code = files.filter((file) => CODE.test(file) && existsSync(join(ROOT, file)));
  const server = code.filter((file) => file.startsWith('src/server/'));
  const pure = code.filter((file) => file.startsWith('src/') && !file.startsWith('src/server/'));
  const all = testFiles('src/server');
  const folders = server.map(featureOf);
  const changed = new Set(server.map((file) => resolve(ROOT, file)));
  const selected = all.filter(
    (test) =>
      changed.has(test) || folders.some((folder) => test.startsWith(folder)) || importsAny(test, changed),
  );
  return {
    unit: pure.length > 0 ? ['related', '--run', ...pure] : [],
    server: selected.length > 0 ? ['run', ...selected.map((test) => relative(ROOT, test))] : [],
    e2e: code.some((file) => file.startsWith('e2e/') && TEST.test(file))
      ? ['run', ...code.filter((file) => file.startsWith('e2e/') && TEST.test(file))]
      : [],
  };
}

const lines = (text) => (text ?? '').split('\n').filter(Boolean);

/** Folder of a file's feature, such as `src/server/servicing/payments`, with a final slash. */
function featureOf(file) {
  const folder = resolve(ROOT, dirname(file));
  const depth = relative(join(ROOT, 'src/server'), folder).split('/').slice(0, 2).join('/');
  // A loose file of the server's root belongs to no feature: only tests next to it that import it.
  return depth === '' ? '\0' : `${join(ROOT, 'src/server', depth)}/`;
}

function testFiles(folder) {
  return readdirSync(join(ROOT, folder), { recursive: true })
    .filter((name) => TEST.test(name))
    .map((name) => join(ROOT, folder, name))
    .filter((path) => statSync(path).isFile());
}

function importsAny(test, files) {
  return [...readFileSync(test, 'utf8').matchAll(/from '(\.[^']+)'/g)].some(([, path]) =>
    files.has(resolve(dirname(test), path)),
  );
}
