import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..', '..');

/** Arguments for Node that write the types of the database in DATABASE_URL (kysely-codegen); run in the root. */
export const databaseTypesCommand: readonly string[] = [
  join(root, 'node_modules', 'kysely-codegen', 'dist', 'cli', 'bin.js'),
  '--dialect',
  'postgres',
  '--date-parser',
  'string',
  '--include-pattern',
  'public.*',
  '--type-mapping',
  '{"int8":"number"}',
  '--out-file',
  join(root, 'src', 'server', 'platform', 'database-types.ts'),
];
