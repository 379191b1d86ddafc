// npm test [-- checks|unit|server|e2e [file…] [-t name]]: every check and test, all of them even when one fails.
// npm test -- changed [commit]: the checks and tests of changed files. The last line is `N passed, N failed`, and the
// exit code agrees.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';

import { buildWebIfStale } from './build-web.mjs';
import { changedFiles, testsOf } from './changed.mjs';
import { CHECKS, runCheck } from './checks.mjs';
import { findChromium } from './chromium.mjs';
import { findNode, installIfMissing, ROOT } from './install.mjs';

const RESULTS = join(ROOT, '.cache', 'test-results');
/** The programs that tests start, the product among them, compile their code once for all runs. */
const COMPILED = join(ROOT, '.cache', 'compiled');
const LONGEST_RUN_MS = 30 * 60_000;
/** Folders of each vitest project. */
const PROJECTS = {
  unit: ['src/domain', 'src/countries', 'src/contract', 'src/words', 'src/web', 'lab'],
  server: ['src/server'],
  e2e: ['e2e'],
};

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { name: { type: 'string', short: 't' } },
});
const [part, ...filters] = positionals;
const parts = ['checks', 'changed', ...Object.keys(PROJECTS)];
if (part && !parts.includes(part)) {
  console.error(`npm test takes ${parts.join(', ')} or nothing, not ${part}.`);
  process.exit(2);
}
const total = { passed: 0, failed: 0, skipped: 0 };
/** Failures with the beginning of their errors, repeated at the end for readers of the last lines only. */
const failures = [];
/** Tests that failed and then passed, with their first error: a fault of the day, or a machine that stalled. */
const secondTries = [];

installIfMissing();
const node = findNode();
const environment = { ...process.env };
const changed = part === 'changed' ? changedFiles(filters[0]) : [];
if (part === 'changed') await runChanged();
if (!part || part === 'checks') await checkAll(CHECKS);
if (!part || part === 'e2e') prepareBrowserTests();
for (const project of Object.keys(PROJECTS)) if (!part || part === project) runTests(project);
if (secondTries.length > 0) console.log(['', 'Passed at another try:', ...secondTries].join('\n'));
if (failures.length > 0) console.log(['', 'Failed:', ...failures, ''].join('\n'));
// Of a test run by name all others are skipped, which says nothing.
const skipped = total.skipped > 0 && !values.name ? `, ${total.skipped} skipped` : '';
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
process.exitCode = total.failed > 0 ? 1 : 0;

async function runChanged() {
  console.log(changed.join('\n'));
  await checkAll(
    CHECKS.flatMap((each) => {
      const some = each.files ? changed.filter((file) => each.files.test(file)) : [];
      return each.files && some.length === 0 ? [] : [{ ...each, command: [...each.command, ...some] }];
    }),
  );
  for (const [project, selection] of Object.entries(testsOf(changed))) {
    if (selection.length === 0) continue;
    if (project === 'e2e') prepareBrowserTests();
    runTests(project, selection);
  }
}

/** Runs checks at once, the two long ones on a core each, and prints them in order. */
async function checkAll(checks) {
  for (const running of checks.map((each) => runCheck(node, each))) {
    const { name, isPassed, output } = await running;
    console.log(`\n— ${name}`);
    if (output) console.log(output.trimEnd());
    count(name, isPassed);
  }
}

function prepareBrowserTests() {
  check('the web builds', buildWebIfStale);
  if (!hasTests('e2e')) return;
  check('there is a Chromium', () => {
    environment.CHROMIUM_PATH = findChromium();
    return environment.CHROMIUM_PATH !== undefined;
  });
}

function check(name, passes) {
  console.log(`\n— ${name}`);
  count(name, passes());
}

function count(name, isPassed) {
  total[isPassed ? 'passed' : 'failed'] += 1;
  if (!isPassed) failures.push(`✗ ${name}`);
  console.log(`${isPassed ? '✓' : '✗'} ${name}`);
}

/** @param selection vitest's command and its filters */
function runTests(project, selection = ['run', ...filters]) {
  if (!hasTests(project)) return;
  console.log(`\n— ${project} tests`);
  const report = join(RESULTS, `${project}.json`);
  mkdirSync(RESULTS, { recursive: true });
  rmSync(report, { force: true });
  const withCoverage = project === 'unit' && part !== 'changed' && filters.length === 0 && !values.name;
  const isClean = run(
    // Compiled code that is read back is counted less exactly.
    withCoverage ? environment : { ...environment, NODE_COMPILE_CACHE: COMPILED },
    join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'),
    ...selection,
    // `unit` is three for vitest.
    `--project=${project}*`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...(withCoverage ? ['--coverage'] : []),
    ...(part === 'changed' ? ['--passWithNoTests'] : []),
    ...(values.name ? ['-t', values.name] : []),
  );
  const allPassed = countTests(project, report);
  if (withCoverage) count('every branch of domain and countries is tested', allPassed && isClean);
  // An error outside any test, or a global set-up that did not end well.
  else if (allPassed && !isClean) count(`${project} tests end cleanly`, false);
}

/** Adds what vitest reported; true when there were tests and none failed. */
function countTests(project, report) {
  if (!existsSync(report)) {
    count(`${project} tests ran`, false);
    return false;
  }
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(
    readFileSync(report, 'utf8'),
  );
  // A file that could not be loaded has no test that fails, but fails itself.
  const brokenFiles = testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(isFailed),
  );
  const failed = numFailedTests + brokenFiles.length;
  for (const file of testResults) {
    failures.push(...whatFailed(file));
    secondTries.push(...file.assertionResults.filter(isSecondTry).map((each) => lineOf('↻', file, each)));
  }
  total.passed += numPassedTests;
  total.failed += failed;
  total.skipped += numPendingTests + numTodoTests;
  if (numPassedTests + failed === 0 && part !== 'changed')
    count(`${project} has tests that match ${[...filters, values.name].filter(Boolean).join(', ')}`, false);
  return failed === 0 && numPassedTests > 0;
}

function isFailed({ status }) {
  return status === 'failed';
}

/** A test that passed keeps the errors of its earlier tries. */
function isSecondTry({ status, failureMessages }) {
  return status === 'passed' && failureMessages.length > 0;
}

function lineOf(mark, { name }, { fullName, failureMessages }) {
  return `${mark} ${relative(ROOT, name)} › ${fullName}\n${firstLines(failureMessages[0])}`;
}

/** The names of a file's failed tests with the first lines of their errors, or the file's own error. */
function whatFailed(file) {
  if (file.status !== 'failed') return [];
  const tests = file.assertionResults.filter(isFailed);
  if (tests.length === 0) return [`✗ ${relative(ROOT, file.name)}: ${firstLines(file.message)}`];
  return tests.map((each) => lineOf('✗', file, each));
}

function firstLines(text = '') {
  return text
    .split('\n')
    .slice(0, 12)
    .map((line) => `    ${line.slice(0, 300)}`)
    .join('\n');
}

/** A folder may be without tests while it is still empty. */
function hasTests(project) {
  return PROJECTS[project].some(
    (folder) =>
      existsSync(join(ROOT, folder)) &&
      readdirSync(join(ROOT, folder), { recursive: true }).some((name) => /\.test\.tsx?$/.test(name)),
  );
}

function run(env, script, ...args) {
  const { status, error } = spawnSync(node, [script, ...args], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: LONGEST_RUN_MS,
  });
  if (error) console.error(error.message);
  return status === 0;
}
