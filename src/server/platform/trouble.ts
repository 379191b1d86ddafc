import pg from 'pg';
import { SilentDatabaseError } from './prepared-client.ts';
import { OverloadedError } from './work/bounded-line.ts';

/**
 * SQLSTATEs, by code or class, that do not depend on the request, so that it may succeed once the database
 * has recovered: connection lost (08), out of disk, memory or connections (53), stopping, starting or
 * statement timeout (57), files (58), conflicts that exhausted their retries, locks, a read-only standby.
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

/** Messages of the driver and its pool about a missing connection, which have no code. */
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
 * Checks whether an error is due to a database, disk, network or queue in trouble rather than to the request
 * or a bug, so that the same request may succeed later.
 */
export function isTrouble(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof SilentDatabaseError || error instanceof OverloadedError) return true;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (error instanceof pg.DatabaseError) return passingStates.some((state) => code.startsWith(state));
  // Socket file of a stopped server.
  if (code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect') return true;
  return passingCodes.has(code) || driverMessages.has(error.message) || isTrouble(error.cause);
}

/** Message of an error and its causes, in one line. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}: ${reasonOf(error.cause)}`;
}
