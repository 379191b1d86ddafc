import { argon2Sync } from 'node:crypto';
import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';

/** One derivation of argon2id. */
export interface HashOrder {
  readonly password: string;
  readonly nonce: Uint8Array;
  readonly tagLength: number;
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** Far behind everything that answers a request, yet not starved where other work never ends. */
const behind = 15;
/** Name of the system's lowest priority. */
const lowest = 19;

// On Linux a thread has a priority of its own; elsewhere it would be that of the whole process.
if (process.platform === 'linux') setPriority(0, Math.min(lowest, getPriority(0) + behind));

function answer({ password, ...parameters }: HashOrder): void {
  const message = Buffer.from(password.normalize('NFC'), 'utf8');
  parentPort?.postMessage(new Uint8Array(argon2Sync('argon2id', { message, ...parameters })), []);
}

parentPort?.on('message', answer);
