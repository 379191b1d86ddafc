// Refuses commit subjects other than `area: Verb object` (CONTRIBUTING.md#commits). Without arguments it reads the
// commits since the rule began; with a file it reads the message that git's commit-msg hook passes.
import { readFileSync } from 'node:fs';

import { git } from './pre-commit-hook.mjs';

/** Last commit before the rule. */
const BEFORE = '054ec1b8b42b00395d1ae1964370842f92ea50b4';
const LONGEST = 72;
const SUBJECT = /^[a-z0-9][a-z0-9/-]*: (?:Add|Fix|Remove|Rename|Move|Change|Test|Document|Speed up|Merge) \S/;
/** Made by git itself. */
const BY_GIT = /^(?:Merge |Revert |fixup! |squash! )/;

const [file] = process.argv.slice(2);
// A copy without history, or a shallow clone, has nothing to check.
const subjects = file
  ? [readFileSync(file, 'utf8').split('\n', 1)[0] ?? '']
  : (git('log', '--no-merges', '--format=%s', `${BEFORE}..HEAD`) ?? '').split('\n').filter(Boolean);
const wrong = subjects.filter(
  (subject) => !BY_GIT.test(subject) && (subject.length > LONGEST || !SUBJECT.test(subject)),
);
for (const subject of wrong)
  console.error(
    `"${subject}": write area: Verb object, up to ${LONGEST} characters (CONTRIBUTING.md#commits)`,
  );
process.exitCode = wrong.length === 0 ? 0 : 1;
