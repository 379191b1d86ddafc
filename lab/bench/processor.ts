import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const msPerTick = 10;

/** The fields of `/proc/<pid>/stat` after the name in brackets, the state first; undefined where there is none. */
function statOf(pid: number | string): readonly string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ');
  } catch {
    return undefined;
  }
}

const timesOf = (stat: readonly string[], from: number, to: number) =>
  stat.slice(from, to).reduce((sum, ticks) => sum + Number(ticks) * msPerTick, 0);

/** Processor time of a process, ms; undefined where the system does not tell. */
export function processorMsOf(pid: number | undefined): number | undefined {
  const stat = pid === undefined ? undefined : statOf(pid);
  // User and system time.
  return stat && timesOf(stat, 11, 13);
}

/** The process of the PostgreSQL whose cluster is in the folder. */
export function serverProcess(cluster: string): number {
  return Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** Processor time of a server and its children, those that have ended too, ms. */
export function serverMs(pid: number): number | undefined {
  const own = statOf(pid);
  if (!own) return undefined;
  // With the times of children that have ended.
  let sum = timesOf(own, 11, 15);
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? statOf(name) : undefined;
    if (stat && Number(stat[1]) === pid) sum += timesOf(stat, 11, 13);
  }
  return sum;
}

/** Time for which the busiest disk had something to do so far, ms; undefined where the system does not tell. */
export function diskBusyMs(): number | undefined {
  if (!existsSync('/proc/diskstats')) return undefined;
  const lines = readFileSync('/proc/diskstats', 'utf8').trim().split('\n');
  return Math.max(...lines.map((line) => Number(line.trim().split(/\s+/)[12] ?? 0)));
}

/** The most memory that a process has held since this was asked last, MB; undefined where the system does not tell. */
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
