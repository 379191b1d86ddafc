import { spawn } from 'node:child_process';
import { readdirSync, readlinkSync } from 'node:fs';
import { run, until } from './run.ts';

/** Addresses from the files in deploy/: the PostgreSQL machines and the product's. */
export const bridgeAddress = '10.77.0.1';
const bridge = 'hub';

/** Stand-in for a machine: its own network and file systems. */
export interface Machine {
  readonly name: string;
  readonly address: string;
  /** Command line that runs `argv` on the machine as a user. */
  readonly as: (user: string, argv: readonly string[]) => readonly string[];
  /** Drops every packet to and from these addresses, or all, without notice. */
  readonly cut: (from?: readonly string[]) => Promise<void>;
  readonly heal: () => Promise<void>;
  /** Kills everything on the machine. */
  readonly kill: () => void;
}

/** Creates the network that connects all machines. */
export async function openNetwork(): Promise<void> {
  await run(['ip', 'link', 'set', 'lo', 'up']);
  await run(['ip', 'link', 'add', bridge, 'type', 'bridge']);
  await run(['ip', 'addr', 'add', `${bridgeAddress}/24`, 'dev', bridge]);
  await run(['ip', 'link', 'set', bridge, 'up']);
}

/** Drops the right of new processes to change user. */
export const asUser = (user: string, argv: readonly string[]): readonly string[] => [
  'setpriv',
  '--reuid',
  user,
  '--regid',
  user,
  '--init-groups',
  '--no-new-privs',
  '--',
  ...argv,
];

/**
 * @param index from 1; determines the last part of the address
 * @param mounts mounted over folders of this machine, as arguments of mount
 */
export async function openMachine(
  name: string,
  index: number,
  mounts: readonly (readonly string[])[],
): Promise<Machine> {
  const holder = spawn(
    'unshare',
    ['--net', '--mount', '--propagation', 'private', '--', 'sleep', 'infinity'],
    { stdio: 'ignore' },
  );
  const pid = String(holder.pid);
  const own = readlinkSync('/proc/self/ns/net');
  const network = () => readlinkSync(`/proc/${pid}/ns/net`);
  await until(`a network for machine ${name}`, () => network() !== own);
  const inside = (argv: readonly string[]) => ['nsenter', '--target', pid, '--net', '--mount', '--', ...argv];
  const link = `to-${name}`;
  const address = `10.77.0.${10 + index}`;
  await run(['ip', 'link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', pid]);
  await run(['ip', 'link', 'set', link, 'master', bridge, 'up']);
  await run(inside(['ip', 'addr', 'add', `${address}/24`, 'dev', 'eth0']));
  for (const each of ['lo', 'eth0']) await run(inside(['ip', 'link', 'set', each, 'up']));
  for (const mount of mounts) await run(inside(['mount', ...mount]));
  const drop = async (more: readonly string[], back: readonly string[]) => {
    await run(inside(['iptables', '-I', 'INPUT', '-i', 'eth0', ...more, '-j', 'DROP']));
    await run(inside(['iptables', '-I', 'OUTPUT', '-o', 'eth0', ...back, '-j', 'DROP']));
  };
  return {
    name,
    address,
    as: (user, argv) => inside(asUser(user, argv)),
    async cut(from) {
      if (!from) return drop([], []);
      for (const each of from) await drop(['-s', each], ['-d', each]);
    },
    heal: async () => void (await run(inside(['iptables', '-F']))),
    kill() {
      const where = network();
      for (const each of processes()) if (each !== pid && isIn(each, where)) end(Number(each));
    },
  };
}

const processes = () => readdirSync('/proc').filter((each) => /^\d+$/.test(each));

function isIn(pid: string, network: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/ns/net`) === network;
  } catch {
    // Already ended.
    return false;
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Already ended.
  }
}
