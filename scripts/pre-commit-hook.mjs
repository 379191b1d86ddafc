import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { ROOT } from './install.mjs';

/** Lets branches without the script pass; prefers the Node that the packages bring. */
const HOOK = `#!/bin/sh
# Cuota's checks before a commit (CONTRIBUTING.md). To leave them out once: git commit --no-verify
[ -f scripts/pre-commit.mjs ] || exit 0
PATH="$PWD/node_modules/.bin:$PATH" exec node scripts/pre-commit.mjs
`;

/** Where git looks for the hook; undefined outside a clone. */
export function hookFile() {
  const path = git('rev-parse', '--git-path', 'hooks/pre-commit');
  return path === undefined ? undefined : resolve(ROOT, path);
}

export function hasHook() {
  const file = hookFile();
  return file !== undefined && existsSync(file);
}

/**
 * Writes the hook.
 * @returns the file
 * @throws Error outside a clone, or when there is another hook already
 */
export function installHook() {
  const file = hookFile();
  if (file === undefined) throw new Error('this folder is not a clone of git');
  if (existsSync(file)) {
    if (readFileSync(file, 'utf8') === HOOK) return file;
    throw new Error(`${file} is there already: run \`node scripts/pre-commit.mjs\` from it`);
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, HOOK, { mode: 0o755, flag: 'wx' });
  return file;
}

/** What a command of git prints, in this repository; undefined when it fails or there is no git. */
export function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}
