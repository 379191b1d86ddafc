import { createInterface } from 'node:readline/promises';

import { canHook, git, hasHook, installHooks } from '../pre-commit-hook.mjs';

/** Keeps a no, for this clone. */
const ANSWER = 'cuota.preCommit';

/** Asks once, and only a person at a terminal, whether the checks shall run before each commit. */
export async function offerPreCommit() {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return;
  if (!canHook() || hasHook() || git('config', '--local', ANSWER) === 'no') return;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question('Run the checks (about 3 seconds) before each commit? [y/n] ');
  terminal.close();
  if (/^(y|yes|s|si|sí)$/i.test(answer.trim())) console.log(`Installed in ${installHooks().join(' and ')}.`);
  else if (/^no?$/i.test(answer.trim())) git('config', '--local', ANSWER, 'no');
}
