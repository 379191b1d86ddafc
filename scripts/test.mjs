// npm test [-- unit|server|e2e [filter]]: every check and test, all of them even when one fails. The last line
// is `N passed, N failed`, the exit code tells the same.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { buildWebIfStale } from './build-web.mjs';
import { findChromium } from './chromium.mjs';
import { findNode, installIfMissing, ROOT } from './install.mjs';

const RESULTS = join(ROOT, '.cache', 'test-results');
const LONGEST_RUN_MS = 30 * 60_000;
/** Where each vitest project finds its tests. */
const PROJECTS = {
  unit: ['src/domain', 'src/countries', 'src/contract', 'src/web'],
  server: ['src/server'],
  e2e: ['e2e'],
};

const [part, filter] = process.argv.slice(2);
if (part && !(part in PROJECTS)) {
  console.error(`npm test takes ${Object.keys(PROJECTS).join(', ')} or nothing, not ${part}.`);
  process.exit(2);
}
const total = { passed: 0, failed: 0, skipped: 0 };

installIfMissing();
const node = findNode();
const environment = { ...process.env };
if (!part) runChecks();
if (!part || part === 'e2e') prepareBrowserTests();
for (const project of part ? [part] : Object.keys(PROJECTS)) runTests(project);
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
process.exitCode = total.failed > 0 ? 1 : 0;

function runChecks() {
  check('the lock file names no registry', () => !/"resolved":\s*"https?:/.test(read('package-lock.json')));
  check('types (tsc)', () => tool('typescript/bin/tsc', '-b'));
  check('lint (oxlint)', () => tool('oxlint/bin/oxlint', '--type-aware', '--deny-warnings'));
  check('format (oxfmt)', () => tool('oxfmt/bin/oxfmt', '--check', '.'));
  check('files are short, countries are not compared', () => run(join(ROOT, 'scripts', 'check-source.mjs')));
  check('SQL has its values bound', () => run(join(ROOT, 'scripts', 'check-sql.mjs')));
  check('imports keep their direction, no cycle', () => run(join(ROOT, 'scripts', 'check-imports.mjs')));
}

function tool(name, ...args) {
  return run(join(ROOT, 'node_modules', name), ...args);
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
  console.log(`${isPassed ? '✓' : '✗'} ${name}`);
}

function runTests(project) {
  if (!hasTests(project)) return;
  console.log(`\n— ${project} tests`);
  const report = join(RESULTS, `${project}.json`);
  mkdirSync(RESULTS, { recursive: true });
  rmSync(report, { force: true });
  const withCoverage = project === 'unit' && !filter;
  const isClean = run(
    join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    `--project=${project}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...(withCoverage ? ['--coverage'] : []),
    ...(filter ? [filter] : []),
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
  total.passed += numPassedTests;
  total.failed += failed;
  total.skipped += numPendingTests + numTodoTests;
  if (numPassedTests + failed === 0)
    count(`${project} has tests${filter ? ` that match ${filter}` : ''}`, false);
  return failed === 0 && numPassedTests > 0;
}

function isFailed({ status }) {
  return status === 'failed';
}

/** A folder may be without tests while it is still empty. */
function hasTests(project) {
  return PROJECTS[project].some(
    (folder) =>
      existsSync(join(ROOT, folder)) &&
      readdirSync(join(ROOT, folder), { recursive: true }).some((name) => /\.test\.tsx?$/.test(name)),
  );
}

function run(script, ...args) {
  const { status, error } = spawnSync(node, [script, ...args], {
    cwd: ROOT,
    env: environment,
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: LONGEST_RUN_MS,
  });
  if (error) console.error(error.message);
  return status === 0;
}

function read(path) {
  return readFileSync(join(ROOT, path), 'utf8');
}
