import { sql } from 'kysely';
import type { OutputOf } from '../../../contract/contract.ts';
import { paths } from '../../../contract/paths.ts';
import { localDate } from '../../../countries/local-time.ts';
import type { Dependencies } from '../../dependencies.ts';
import { checkSignUp, createLead, decideLead } from '../../origination/leads/service.ts';
import type { Database } from '../../platform/database.ts';
import { fail, ok } from '../../platform/http/result.ts';
import { partnerOf, route, type Route } from '../../platform/http/route.ts';
import type { PersonalData } from '../../platform/personal-data.ts';
import { shareKey } from '../keys/service.ts';

/** The sign-up itself is held by the leads; this row only says which partner sent it. */
export const personalData: PersonalData = {
  held: {
    partner_lead: {
      label: 'Registro que mandó un socio',
      where: sql<boolean>`t.lead_id = c.lead_id`,
      omit: ['public_id'],
    },
  },
};

/** Leads that partners send under a key (docs/product/integrations.md#partner-leads). */
export function partnerLeadRoutes(deps: Dependencies): Route[] {
  return [sendLead(deps), leadState(deps)];
}

/** Follows the sign-up, which answers people known and unknown alike; the channel is the partner. */
function sendLead(deps: Dependencies): Route {
  return route('POST /partners-api/v1/leads', async (call) => {
    const { body, country, commit } = call;
    const partner = partnerOf(call);
    const checked = checkSignUp(body, country, localDate(deps.clock.now(), country));
    if (!checked.ok) return checked;
    const decided = await decideLead(deps, country, checked.value);
    return commit(async (tx) => {
      // A key revoked since the call began creates nothing.
      if (!(await shareKey(tx, partner))) return fail('api_key');
      const origin = { ...call.origin, channel: partner.code };
      const { leadId, suitable, hash } = await createLead(tx, deps, decided, { body, origin });
      const id = deps.random.token();
      await tx
        .insertInto('partner_lead')
        .values({
          public_id: id,
          country,
          partner_id: partner.partnerId,
          lead_id: leadId,
          created_at: deps.clock.now(),
        })
        .execute();
      const state = suitable === 1 ? 'offer' : 'no-offer';
      return ok({ id, state, url: `${origin.baseUrl}${paths.vendor(hash)}` });
    });
  });
}

function leadState({ db }: Pick<Dependencies, 'db'>): Route {
  return route('GET /partners-api/v1/leads/{id}', async (call) => {
    const { partnerId } = partnerOf(call);
    const state = await stateOf(db, partnerId, call.params.id);
    return state === undefined ? fail('not_found') : ok({ id: call.params.id, state });
  });
}

type LeadState = OutputOf<'GET /partners-api/v1/leads/{id}'>['state'];

interface Row {
  readonly suitable: number;
  readonly has_account: boolean;
  readonly is_confirmed: boolean;
  readonly is_delivered: boolean;
  readonly is_ended: boolean;
}

/** State of a partner's own lead, by the first loan of the account that grew out of it. */
async function stateOf(db: Database, partnerId: number, id: string): Promise<LeadState | undefined> {
  const { rows } = await sql<Row>`
    select d.suitable, c.id is not null as has_account, l.id is not null as is_confirmed,
      l.disbursed_at is not null as is_delivered,
      l.canceled_at is not null or l.finished_at is not null as is_ended
    from partner_lead p join lead d on d.id = p.lead_id
      left join customer c on c.lead_id = d.id
      left join lateral (select * from loan where customer_id = c.id order by id limit 1) l on true
    where p.public_id = ${id} and p.partner_id = ${partnerId}
    order by c.id limit 1
  `.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  if (row.is_ended) return 'ended';
  if (row.is_delivered) return 'delivered';
  if (row.is_confirmed) return 'confirmed';
  if (row.has_account) return 'account';
  return row.suitable === 1 ? 'offer' : 'no-offer';
}
