import pg from 'pg';

/** The application's database role has more rights than the product needs; the message names them. */
export class ApplicationRoleError extends Error {}

/**
 * Rights of the running product: it reads and writes rows, in future tables too. It owns nothing, so that it
 * can neither change the schema nor disable the triggers that keep written rows unchanged.
 */
const grants = `do $$
declare
  app text := current_setting('cuota.application_role');
begin
  revoke create on schema public from public;
  execute format('grant usage on schema public, jobs to %I', app);
  execute format('grant select, insert, update, delete on all tables in schema public, jobs to %I', app);
  execute format('grant usage, select on all sequences in schema public, jobs to %I', app);
  execute format('grant execute on all procedures in schema public to %I', app);
  execute format('alter default privileges in schema public, jobs
    grant select, insert, update, delete on tables to %I', app);
  execute format('alter default privileges in schema public, jobs grant usage, select on sequences to %I', app);
  execute format('revoke insert, update, delete on kysely_migration, kysely_migration_lock from %I', app);
end $$`;

const powersQuery = `
  select rolsuper as "isSuperuser", pg_has_role(oid, current_user, 'member') as "isOwner",
    exists (select from pg_class c where c.relowner = r.oid and c.relnamespace = 'public'::regnamespace) as "ownsTables"
  from pg_roles r where rolname = $1`;

interface Powers {
  readonly isSuperuser: boolean;
  readonly isOwner: boolean;
  readonly ownsTables: boolean;
}

/**
 * Grants the application's role access to the tables, if it is not their owner.
 * @returns the role, or undefined if there is only the owner
 * @throws ApplicationRoleError if the role does not exist, or could disable the triggers
 */
export async function grantToApplication(ownerUrl: string, url: string): Promise<string | undefined> {
  const role = userOf(url);
  if (role === userOf(ownerUrl)) return undefined;
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'cuota-migrate' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<Powers>(powersQuery, [role]);
    refusePowers(role, rows[0]);
    await client.query(`select set_config('cuota.application_role', $1, false)`, [role]);
    await client.query(grants);
    return role;
  } finally {
    await client.end();
  }
}

function refusePowers(role: string, powers: Powers | undefined): void {
  if (!powers)
    throw new ApplicationRoleError(
      `The role ${role} of DATABASE_URL does not exist: create role ${role} login password '…'.`,
    );
  const why =
    (powers.isSuperuser && 'is a superuser') ||
    (powers.isOwner && 'is a member of the owner') ||
    (powers.ownsTables && 'owns tables');
  if (why)
    throw new ApplicationRoleError(
      `The role ${role} of DATABASE_URL ${why}: it could change what is written once. Give the product a role of its own.`,
    );
}

function userOf(url: string): string {
  return decodeURIComponent(new URL(url).username);
}
