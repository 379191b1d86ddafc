import { ConfigError, configFromEnvironment, type Config } from '../../platform/config.ts';

/**
 * Settings of an install with the embedded database.
 * @throws ConfigError where the database is external and has its own backups
 */
export function oneMachineConfig(): Config {
  const config = configFromEnvironment();
  if (config.DATABASE_URL !== undefined)
    throw new ConfigError(
      'The setting DATABASE_URL names a database of your own: back it up with its own tools (docs/operations.md#backups).',
    );
  return config;
}
