import type { CountryCode } from '../../../countries/countries.ts';
import type { Dependencies } from '../../dependencies.ts';
import { enqueueMessage } from '../../messages/service.ts';
import { after } from '../../platform/clock.ts';
import type { Queryable, Tx } from '../../platform/database.ts';
import { digestOf } from '../../platform/secrets.ts';

const ENROLMENT_HOURS = 24;

/**
 * Creates a link for adding a passkey and revokes the person's earlier links; only the token's digest is
 * stored.
 * @returns the token
 */
export async function openEnrolment(
  tx: Tx,
  { clock, random }: Pick<Dependencies, 'clock' | 'random'>,
  staffId: number,
): Promise<string> {
  const at = clock.now();
  const token = random.token();
  await tx
    .updateTable('staff_enrolment')
    .set({ used_at: at })
    .where('staff_id', '=', staffId)
    .where('used_at', 'is', null)
    .execute();
  await tx
    .insertInto('staff_enrolment')
    .values({
      digest: digestOf(token),
      staff_id: staffId,
      created_at: at,
      expires_at: after(at, ENROLMENT_HOURS, 'hours'),
    })
    .execute();
  return token;
}

export const enrolmentUrl = (consoleUrl: string, token: string): string =>
  `${consoleUrl.replace(/\/$/, '')}/alta/${token}`;

export async function sendEnrolment(
  tx: Tx,
  deps: Pick<Dependencies, 'clock' | 'random' | 'config' | 'vault' | 'jobs'>,
  to: {
    readonly id: number;
    readonly name: string;
    readonly email: string;
    readonly countries: readonly CountryCode[];
  },
): Promise<void> {
  const [country] = to.countries;
  if (country === undefined || deps.config.CONSOLE_URL === undefined) return;
  const token = await openEnrolment(tx, deps, to.id);
  const text = `Hola, ${to.name}: para entrar a la consola agregá tu llave de acceso en ${enrolmentUrl(deps.config.CONSOLE_URL, token)}. El link sirve una vez y vence en ${ENROLMENT_HOURS} horas. Si no esperabas este mail, avisale a un administrador.`;
  await enqueueMessage(tx, deps, country, {
    channel: 'email',
    to: to.email,
    subject: 'Tu acceso a la consola',
    text,
    isUrgent: true,
  });
}

const passkeyMail = {
  added: { subject: 'Se agregó una llave de acceso', what: 'Se agregó', to: 'a' },
  removed: { subject: 'Se quitó una llave de acceso', what: 'Se quitó', to: 'de' },
} as const;

/** Notifies a person that a passkey was added or removed, in case it was not them. */
export async function notifyPasskeyChange(
  tx: Tx,
  deps: Pick<Dependencies, 'clock' | 'config' | 'vault' | 'jobs'>,
  to: { readonly email: string; readonly countries: readonly CountryCode[] },
  passkey: string,
  change: keyof typeof passkeyMail,
): Promise<void> {
  const [country] = to.countries;
  if (country === undefined) return;
  const said = passkeyMail[change];
  await enqueueMessage(tx, deps, country, {
    channel: 'email',
    to: to.email,
    subject: said.subject,
    text: `${said.what} la llave de acceso “${passkey}” ${said.to} tu cuenta de la consola. Si no fuiste vos, avisale ya a un administrador para que cierre tus sesiones y te dé de baja.`,
  });
}

/** Person of a link that is neither used nor expired. */
export async function enrolmentPerson(
  db: Queryable,
  now: Date,
  token: string,
): Promise<{ readonly staffId: number } | undefined> {
  const row = await db
    .selectFrom('staff_enrolment')
    .select('staff_id')
    .where('digest', '=', digestOf(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row && { staffId: row.staff_id };
}

/** Uses the link up. @returns false if it was used before or has expired */
export async function takeEnrolment(tx: Tx, now: Date, token: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('staff_enrolment')
    .set({ used_at: now })
    .where('digest', '=', digestOf(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
