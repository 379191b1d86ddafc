// npm run pre-commit [-- --install]: the checks without tests, all at once, for the hook of git that runs them
// before each commit. They look at the working tree, lint and format at the files that are staged.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

import { CHECKS, runCheck } from './checks.mjs';
import { findNode, installIfMissing, ROOT } from './install.mjs';
import { installHooks } from './pre-commit-hook.mjs';

const { values } = parseArgs({ options: { install: { type: 'boolean', default: false } } });
if (values.install) install();
else await checkStaged();

function install() {
  try {
    console.log(`Installed in ${installHooks().join(' and ')}.`);
  } catch (error) {
    console.error(`Not installed: ${error.message}.`);
    process.exitCode = 1;
  }
}

async function checkStaged() {
  const staged = stagedFiles();
  // A commit of documents only is not held up.
  if (staged.every((name) => name.endsWith('.md'))) return;
  installIfMissing();
  const node = findNode();
  const results = await Promise.all(
    CHECKS.filter(({ ofHistory }) => !ofHistory).flatMap((check) => {
      const { command, files } = check;
      const some = files ? staged.filter((file) => files.test(file)) : [];
      return files && some.length === 0 ? [] : [runCheck(node, { ...check, command: [...command, ...some] })];
    }),
  );
  const failed = results.filter(({ isPassed }) => !isPassed);
  for (const { name, output } of failed) console.error(`✗ ${name}\n${output}`);
  if (failed.length > 0)
    console.error('Nothing was committed. To commit all the same: git commit --no-verify');
  process.exitCode = failed.length > 0 ? 1 : 0;
}

function stagedFiles() {
  const { stdout } = spawnSync('git', ['diff', '--cached', '--name-only', '--diff-filter=d'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return stdout.split('\n').filter(Boolean);
}
