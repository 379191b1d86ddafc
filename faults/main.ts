// Breaks what the product stands on, one thing after the other, while people confirm loans and pay, and compares what
// they were told with what is there: npm run faults [-- scenario…]; docs/faults.md.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { printTable } from '../bench/table.ts';
import { isInstalled, missing, NEEDS } from './needs.ts';
import { demandTable, word } from './report.ts';
import { apart } from './scenarios/apart.ts';
import { primaryScenarios } from './scenarios/primary.ts';
import { processScenarios } from './scenarios/processes.ts';
import { releaseScenarios } from './scenarios/releases.ts';
import { restoreScenario } from './scenarios/restore.ts';
import type { Apart, Finding, Scenario } from './scenarios/scenario.ts';
import { openStage, type Stage } from './stage.ts';

/** The last of those on machines leaves another database behind. */
const scenarios: readonly (Scenario | Apart)[] = [
  ...processScenarios,
  ...primaryScenarios,
  restoreScenario,
  ...releaseScenarios,
  ...apart,
];
const longestMs = 20 * 60_000;
const given = process.argv.slice(2);

const objection = objectionTo(given);
if (objection !== undefined) {
  process.stderr.write(`${objection}\n`);
  process.exitCode = 2;
} else if (process.env['FAULTS_INSIDE'] === undefined) stepInside();
else process.exit(await play(given));

function objectionTo(names: readonly string[]): string | undefined {
  const known = scenarios.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) return `There is no scenario ${unknown}: ${known.join(', ')}.`;
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'npm run faults makes networks and file systems of its own, which on Linux only root may.';
  return missing(NEEDS, isInstalled);
}

/** In processes, networks and mounts of their own: they end with the command, and nothing of them is left. */
function stepInside(): void {
  const path = `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin`;
  const self = [process.execPath, import.meta.filename, ...given];
  const child = spawn(
    'unshare',
    [
      '--net',
      '--pid',
      '--fork',
      '--kill-child',
      '--mount',
      '--mount-proc',
      '--',
      // The first process of a system buries those whose parents were killed.
      'bash',
      '-c',
      '"$@" & wait $!',
      'bash',
      ...self,
    ],
    { stdio: 'inherit', env: { ...process.env, PATH: path, FAULTS_INSIDE: 'yes' } },
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill('SIGKILL'));
  child.once('exit', (code) => (process.exitCode = code ?? 1));
}

async function play(names: readonly string[]): Promise<number> {
  const began = Date.now();
  const chosen = scenarios.filter(({ name }) => names.length === 0 || names.includes(name));
  const findings = new Map<string, Finding>();
  let stage: Promise<Stage> | undefined;
  for (const scenario of chosen) {
    if (Date.now() - began > longestMs) {
      console.error('Twenty minutes are over; the rest was not run.');
      break;
    }
    console.error(`${scenario.name}: ${scenario.what}…`);
    const finding = await found(async () =>
      'runApart' in scenario ? scenario.runApart() : scenario.run(await (stage ??= openStage())),
    );
    findings.set(scenario.name, finding);
    console.error(`${scenario.name}: ${word(finding)}: ${finding.figure}`);
  }
  const isAllMet = [...findings.values()].every(({ isMet }) => isMet);
  printTable(demandTable(findings));
  console.log(`${Math.round((Date.now() - began) / 1_000)} s`);
  if (isAllMet && stage) rmSync((await stage).folder, { recursive: true, force: true });
  return isAllMet ? 0 : 1;
}

async function found(run: () => Promise<Finding>): Promise<Finding> {
  try {
    return await run();
  } catch (error) {
    return { isMet: false, figure: error instanceof Error ? error.message : String(error) };
  }
}
