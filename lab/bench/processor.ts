import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const msPerTick = 10;

/** Fields of `/proc/<pid>/stat` after the bracketed name, the state first; undefined if unavailable. */
function statOf(pid: number | string): readonly string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ');
  } catch {
    return undefined;
  }
}

const timesOf = (stat: readonly string[], from: number, to: number) =>
  stat.slice(from, to).reduce((sum, ticks) => sum + Number(ticks) * msPerTick, 0);

/** Processor time of a process, ms; undefined if unavailable. */
export function processorMsOf(pid: number | undefined): number | undefined {
  const stat = pid === undefined ? undefined : statOf(pid);
  // User and system time.
  return stat && timesOf(stat, 11, 13);
}

/** Process id of the PostgreSQL with this cluster folder. */
export function serverProcess(cluster: string): number {
  return Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** Processor time of a server and its children, ended ones included, ms. */
export function serverMs(pid: number): number | undefined {
  const own = statOf(pid);
  if (!own) return undefined;
  // Includes the times of ended children.
  let sum = timesOf(own, 11, 15);
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? statOf(name) : undefined;
    if (stat && Number(stat[1]) === pid) sum += timesOf(stat, 11, 13);
  }
  return sum;
}

/** Busy time of the busiest disk so far, ms; undefined if unavailable. */
export function diskBusyMs(): number | undefined {
  if (!existsSync('/proc/diskstats')) return undefined;
  const lines = readFileSync('/proc/diskstats', 'utf8').trim().split('\n');
  return Math.max(...lines.map((line) => Number(line.trim().split(/\s+/)[12] ?? 0)));
}

/** Peak memory of a process since the last reading, MB; undefined if unavailable. */
export function peakMbOf(pid: number | undefined): number | undefined {
  if (pid === undefined) return undefined;
  try {
    const [, kb = ''] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
    return Math.round(Number(kb) / 1024);
  } catch {
    return undefined;
  }
}
