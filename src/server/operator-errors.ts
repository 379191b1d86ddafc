import { ConfigError } from './platform/config.ts';
import { DatabaseAwayError } from './platform/database-url.ts';
import { PoolerError } from './platform/database.ts';
import { ApplicationRoleError } from './platform/schema/application-role.ts';
import { NewerSchemaError, OlderSchemaError } from './platform/schema/migrate.ts';
import { ClockError } from './platform/work/same-clock.ts';

/** Thrown if the database has demo customers, because their password is published. */
export class DemoCustomersError extends Error {}

/** Checks whether an error's message is complete for the operator, as configuration errors are. */
export function isToldWhole(error: unknown): error is Error {
  const kinds = [
    ConfigError,
    ClockError,
    DatabaseAwayError,
    NewerSchemaError,
    OlderSchemaError,
    ApplicationRoleError,
    PoolerError,
    DemoCustomersError,
  ];
  return kinds.some((kind) => error instanceof kind);
}
