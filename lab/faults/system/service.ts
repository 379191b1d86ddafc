import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

export interface Started {
  readonly name: string;
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly log: string;
  readonly cwd?: string;
}

/** A process that is restarted two seconds after it ends, as the units of deploy/systemd say. */
export class Service {
  readonly #given: Started;
  #child: ChildProcess | undefined;
  #isWanted = false;

  constructor(given: Started) {
    this.#given = given;
  }

  get name(): string {
    return this.#given.name;
  }

  start(): void {
    this.#isWanted = true;
    const { argv, env, log, cwd = '/' } = this.#given;
    const [program = '', ...given] = argv;
    const file = openSync(log, 'a');
    const child = spawn(program, given, { env, cwd, stdio: ['ignore', file, file] });
    closeSync(file);
    this.#child = child;
    child.once('error', () => undefined);
    child.once('exit', () => void this.#again(child));
  }

  async #again(ended: ChildProcess): Promise<void> {
    await pause(2_000);
    if (this.#isWanted && this.#child === ended) this.start();
  }

  /** Kills the process as a power loss would; it is restarted. */
  kill(): void {
    this.#child?.kill('SIGKILL');
  }

  /** Stops the process without a restart. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    this.#isWanted = false;
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  }
}
