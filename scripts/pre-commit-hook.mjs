import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { ROOT } from './install.mjs';

/** Hooks by git's name. Branches without the scripts pass; Node comes from the packages if they have one. */
const HOOKS = {
  'pre-commit': hook('scripts/pre-commit.mjs', 'checks before a commit'),
  'commit-msg': hook('scripts/check-subjects.mjs "$1"', 'check of the subject'),
};

function hook(command, what) {
  return `#!/bin/sh
# Cuota's ${what} (CONTRIBUTING.md). To skip it once: git commit --no-verify
[ -f ${command.split(' ')[0]} ] || exit 0
PATH="$PWD/node_modules/.bin:$PATH" exec node ${command}
`;
}

/** Path of a hook; undefined outside a clone. */
function hookFile(name) {
  const path = git('rev-parse', '--git-path', `hooks/${name}`);
  return path === undefined ? undefined : resolve(ROOT, path);
}

/** True in a clone. */
export const canHook = () => hookFile('pre-commit') !== undefined;

export function hasHook() {
  const file = hookFile('pre-commit');
  return file !== undefined && existsSync(file);
}

/**
 * Writes the hooks.
 * @returns their files
 * @throws Error outside a clone, or if another hook exists
 */
export function installHooks() {
  if (!canHook()) throw new Error('this folder is not a clone of git');
  return Object.entries(HOOKS).map(([name, text]) => {
    const file = hookFile(name);
    if (existsSync(file)) {
      if (readFileSync(file, 'utf8') === text) return file;
      throw new Error(`${file} exists: call ${text.split('exec ')[1].trim()} from it`);
    }
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { mode: 0o755, flag: 'wx' });
    return file;
  });
}

/** Output of a git command in this repository; undefined if it fails or git is missing. */
export function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}
