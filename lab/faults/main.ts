// Breaks the product's infrastructure, one fault after another, while customers confirm loans and pay, and compares the
// acknowledgements with the database: npm run faults [-- scenario…]; docs/faults.md.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printTable } from '../bench/table.ts';
import { isInstalled, missing, NEEDS, patroniObjection } from './needs.ts';
import { demandTable, word } from './report.ts';
import { apart } from './scenarios/apart.ts';
import { primaryScenarios } from './scenarios/primary.ts';
import { processScenarios } from './scenarios/processes.ts';
import { releaseScenarios } from './scenarios/releases.ts';
import { restoreScenario } from './scenarios/restore.ts';
import type { Finding } from './scenarios/scenario.ts';
import { openStage, type Stage } from './stage.ts';

/** The last one leaves a different database. */
const onMachines = [...processScenarios, ...primaryScenarios, restoreScenario, ...releaseScenarios];
const longestMs = 20 * 60_000;
const given = process.argv.slice(2);
/** File for the findings of the inner process. */
const within = process.env['FAULTS_WITHIN'];

const objection = objectionTo(given);
if (objection !== undefined) {
  process.stderr.write(`${objection}\n`);
  process.exitCode = 2;
} else if (within === undefined) process.exitCode = await playAll();
else {
  await playOnMachines(within);
  // Restarting services would keep the process alive.
  process.exit(0);
}

function objectionTo(names: readonly string[]): string | undefined {
  const known = [...onMachines, ...apart].map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) return `There is no scenario ${unknown}: ${known.join(', ')}.`;
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'npm run faults creates network and mount namespaces, which needs Linux and root.';
  return missing(NEEDS, isInstalled) ?? patroniObjection();
}

function isChosen({ name }: { readonly name: string }): boolean {
  return given.length === 0 || given.includes(name);
}

async function playAll(): Promise<number> {
  const began = Date.now();
  const findings: [string, Finding][] = onMachines.some(isChosen) ? await stepWithin() : [];
  for (const { name, what, runApart } of apart.filter(isChosen))
    findings.push([name, await told(name, what, runApart)]);
  printTable(demandTable(new Map(findings)));
  console.log(`${Math.round((Date.now() - began) / 1_000)} s`);
  return findings.length > 0 && findings.every(([, { isMet }]) => isMet) ? 0 : 1;
}

/** Runs in separate process, network and mount namespaces, which end with the command. */
async function stepWithin(): Promise<[string, Finding][]> {
  const folder = mkdtempSync(join(tmpdir(), 'cuota-findings-'));
  const file = join(folder, 'findings.json');
  writeFileSync(file, '[]');
  const path = `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin`;
  const self = [process.execPath, import.meta.filename, ...given];
  // The first process of a namespace reaps orphans.
  const first = ['bash', '-c', '"$@" & wait $!', 'bash'];
  const apartFrom = '--net --pid --fork --kill-child --mount --mount-proc --'.split(' ');
  const child = spawn('unshare', [...apartFrom, ...first, ...self], {
    stdio: 'inherit',
    env: { ...process.env, PATH: path, FAULTS_WITHIN: file },
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      child.kill('SIGKILL');
      process.exit(130);
    });
  await new Promise((resolve) => child.once('exit', resolve));
  const findings = JSON.parse(readFileSync(file, 'utf8')) as [string, Finding][];
  rmSync(folder, { recursive: true, force: true });
  return findings;
}

async function playOnMachines(file: string): Promise<void> {
  const began = Date.now();
  const findings: [string, Finding][] = [];
  let stage: Promise<Stage> | undefined;
  for (const { name, what, run } of onMachines.filter(isChosen)) {
    if (Date.now() - began > longestMs) {
      console.error('Twenty minutes are over; the rest was not run.');
      break;
    }
    findings.push([name, await told(name, what, async () => run(await (stage ??= openStage())))]);
    writeFileSync(file, JSON.stringify(findings));
  }
  const isAllMet = findings.every(([, { isMet }]) => isMet);
  if (isAllMet && stage) rmSync((await stage).folder, { recursive: true, force: true });
}

async function told(name: string, what: string, run: () => Promise<Finding>): Promise<Finding> {
  console.error(`${name}: ${what}…`);
  const finding = await run().catch((error: unknown) => ({
    isMet: false,
    figure: error instanceof Error ? error.message : String(error),
  }));
  console.error(`${name}: ${word(finding)}: ${finding.figure}`);
  return finding;
}
