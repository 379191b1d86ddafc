import type { CellPhone } from '../../../countries/identifiers/phones.ts';
import type { Dependencies } from '../../dependencies.ts';
import { recordEvent } from '../../platform/events.ts';
import { fail, failTooMany, ok } from '../../platform/http/result.ts';
import { route, type Route } from '../../platform/http/route.ts';
import { addressLimits } from '../../platform/limits/address-limits.ts';
import { overAny, uncount } from '../../platform/limits/limits.ts';
import { digestOf } from '../../platform/secrets.ts';
import { replacePreferencesHash } from '../preferences/service.ts';
import { correctCustomer, lockCustomer, type Correction } from '../service.ts';
import { endAccess } from '../sessions/service.ts';
import { sealPurpose, type FormerContact } from './service.ts';

/** Invalid links per network: a guessing limit, not raised by the sandbox. */
const quarterHour = 900;
const dayMs = 86_400_000;

/** Undoes a staff correction of a customer's contact, by the link sent to every channel. */
export function contactChangeRoutes(deps: Dependencies): Route[] {
  return [
    route('POST /api/v3/contact-change/stop', async ({ body, country, origin, commit }) => {
      const { clock, vault, config } = deps;
      const max = config.LIMIT_PASSWORD_ADDRESS;
      const limits = addressLimits('contact-change', origin.address, { max, windowSeconds: quarterHour });
      const wait = await overAny(deps.db, limits, clock.now());
      if (wait !== undefined) return failTooMany(wait);
      const result = await commit(async (tx) => {
        const at = clock.now();
        const change = await tx
          .selectFrom('contact_change')
          .selectAll()
          .where('digest', '=', digestOf(body.code))
          .where('country', '=', country)
          .where('stopped_at', 'is', null)
          .where('waits_until', '>', at)
          .executeTakeFirst();
        if (!change?.former) return fail('link_invalid');
        await lockCustomer(tx, change.customer_id);
        const former = JSON.parse(vault.decrypt(sealPurpose, change.former)) as FormerContact;
        // Does not restore an address that another customer has now; access is ended in any case.
        await correctCustomer(tx, change.customer_id, correctionOf(former), '');
        await endAccess(tx, change.customer_id, at);
        await replacePreferencesHash(tx, deps, change.customer_id);
        const waits = new Date(at.getTime() + config.CONTACT_CHANGE_DAYS * dayMs);
        await tx
          .updateTable('contact_change')
          .set({ stopped_at: at, waits_until: waits, changed_at: at, former: null })
          .where('id', '=', change.id)
          .execute();
        const { kind } = change;
        await recordEvent(tx, {
          at,
          country,
          kind: 'contact-change-stopped',
          customerId: change.customer_id,
          requestId: origin.requestId,
          address: origin.address,
          detail: { kind },
        });
        return ok({ messages: [STOPPED] });
      });
      if (result.ok)
        await uncount(
          deps.db,
          limits.map(({ key }) => key),
        );
      return result;
    }),
  ];
}

const STOPPED =
  'Deshicimos el cambio y cerramos todas las sesiones. Te seguimos contactando como antes: ya podés volver a ingresar.';

/** The phone stays unverified until a code is confirmed, because it may belong to another person by now. */
function correctionOf(former: FormerContact): Correction {
  const { email, provedAt, provedBy = '', cellphone = '', prefix = '' } = former;
  if (email !== undefined)
    return { email, email_proved_at: provedAt ? new Date(provedAt) : null, email_proved_by: provedBy };
  return {
    cellphone: cellphone as CellPhone,
    cellphone_prefix: prefix,
    contact_data_verified: 0,
    phone_proved_at: null,
  };
}
