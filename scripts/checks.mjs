import { spawn } from 'node:child_process';
import { join } from 'node:path';

import { ROOT } from './install.mjs';

const tool = (path) => join(ROOT, 'node_modules', path);
const script = (name) => join(ROOT, 'scripts', name);

/**
 * Checks without a running product: label when passed, and command for Node. A check with `files` can run on matching
 * files alone; one `ofHistory` reads commits, so the pre-commit hook skips it.
 */
export const CHECKS = [
  { name: 'the lock file names no registry', command: [script('check-lock.mjs')] },
  { name: 'licences allow the product', command: [script('check-licences.mjs')] },
  // Four checkers a project, the default, compute most types four times: 80 s of processor instead of 44.
  { name: 'types (tsc)', command: [tool('typescript/bin/tsc'), '-b', '--checkers', '1'] },
  {
    name: 'lint (oxlint)',
    command: [
      tool('oxlint/bin/oxlint'),
      '--type-aware',
      '--deny-warnings',
      '--no-error-on-unmatched-pattern',
    ],
    files: /\.(ts|tsx|mjs)$/,
    // A second thread computes most types again: 64 s of processor instead of 33.
    environment: { GOMAXPROCS: '1' },
  },
  {
    name: 'format (oxfmt)',
    command: [tool('oxfmt/bin/oxfmt'), '--check', '--no-error-on-unmatched-pattern'],
    files: /\.(ts|tsx|mjs|css|html)$/,
  },
  {
    name: 'files are short, countries are not compared, no outside text is cited',
    command: [script('check-source.mjs')],
  },
  { name: 'commit subjects are plain', command: [script('check-subjects.mjs')], ofHistory: true },
  { name: 'SQL has its values bound', command: [script('check-sql.mjs')] },
  { name: 'a table has one writer', command: [script('check-tables.mjs')] },
  { name: 'messages about a debt pass the contact gate', command: [script('check-contacts.mjs')] },
  { name: 'imports keep their direction, no cycle', command: [script('check-imports.mjs')] },
];

/**
 * Runs a check without a terminal, so that several can run at once.
 * @returns {Promise<{name: string, isPassed: boolean, output: string}>}
 */
export function runCheck(node, { name, command, environment = {} }) {
  return new Promise((resolve) => {
    const child = spawn(node, command, {
      cwd: ROOT,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    child.on('error', (error) => resolve({ name, isPassed: false, output: error.message }));
    child.on('close', (code) => resolve({ name, isPassed: code === 0, output }));
  });
}
