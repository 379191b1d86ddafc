import { argon2Sync } from 'node:crypto';
import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';

export interface HashOrder {
  readonly password: string;
  readonly nonce: Uint8Array;
  readonly tagLength: number;
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/**
 * Nice value far below the threads that answer requests, yet high enough not to starve under constant load.
 */
const behind = 15;
const lowest = 19;

// Only Linux has priorities per thread; elsewhere this would lower that of the whole process.
if (process.platform === 'linux') setPriority(0, Math.min(lowest, getPriority(0) + behind));

function answer({ password, ...parameters }: HashOrder): void {
  const message = Buffer.from(password.normalize('NFC'), 'utf8');
  parentPort?.postMessage(new Uint8Array(argon2Sync('argon2id', { message, ...parameters })), []);
}

parentPort?.on('message', answer);
