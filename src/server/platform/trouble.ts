import pg from 'pg';
import { SilentDatabaseError } from './prepared-client.ts';

/**
 * SQLSTATEs, whole or by class, that say nothing about the request: it may succeed once the database has recovered.
 * Connection lost (08), out of disk, memory or connections (53), stopping, starting or a statement that took too
 * long (57), files (58), conflicts that outlived their retries, locks, a standby that takes no writes.
 */
const passingStates = ['08', '53', '57', '58', '40001', '40P01', '55P03', '25006', '25P03'];

/** Temporary errors of the network, the disk or the operating system. */
const passingCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EIO',
  'EMFILE',
  'ENFILE',
]);

/** Messages of the driver and its pool about a missing connection; they have no code. */
const driverMessages = new Set([
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
]);

/**
 * True if an error comes from a database, disk or network in trouble rather than from the request or the
 * program: the same request may succeed later.
 */
export function isTrouble(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof SilentDatabaseError) return true;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (error instanceof pg.DatabaseError) return passingStates.some((state) => code.startsWith(state));
  // The socket file of a server that is stopped.
  if (code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect') return true;
  return passingCodes.has(code) || driverMessages.has(error.message) || isTrouble(error.cause);
}
