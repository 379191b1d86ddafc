import { type KeyValue, readObject } from './storage.ts';

/** Storage key of the session; only {@link keptSession} reads it. */
export const sessionKey = 'cuota.session';

/** A logged-in customer's bearer token and the instant (ISO 8601) at which it ends. */
export interface Session {
  readonly token: string;
  readonly expired: string;
  /** This device's clock would end it at once; only the server ends it (docs/product/signup-and-login.md#life). */
  readonly isServersToEnd?: true;
}

export const isAlive = ({ expired, isServersToEnd }: Session, nowMs: number): boolean =>
  isServersToEnd === true || Date.parse(expired) > nowMs;

/** The session that a device keeps, unless it has ended. */
export function keptSession(storage: KeyValue, nowMs: number): Session | null {
  const stored = readObject(storage, sessionKey);
  if (typeof stored?.token !== 'string' || typeof stored.expired !== 'string') return null;
  const { token, expired, isServersToEnd } = stored;
  const session: Session = { token, expired, ...(isServersToEnd === true && { isServersToEnd }) };
  return isAlive(session, nowMs) ? session : null;
}

/** True if the device keeps a session that has run out. */
export const hasRunOut = (storage: KeyValue, nowMs: number): boolean =>
  typeof readObject(storage, sessionKey)?.token === 'string' && keptSession(storage, nowMs) === null;
