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
  { name: 'types (tsc)', command: [tool('typescript/bin/tsc'), '-b'] },
  {
    name: 'lint (oxlint)',
    command: [
      tool('oxlint/bin/oxlint'),
      '--type-aware',
      '--deny-warnings',
      '--no-error-on-unmatched-pattern',
    ],
    files: /\.(ts|tsx|mjs)$/,
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
