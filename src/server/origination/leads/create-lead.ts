import type { CountryCode } from '../../../countries/country-pack.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Tx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import type { Origin } from '../../platform/http/route.ts';
import { storeUnderwriting, underwrite, type Underwriting } from '../offers/service.ts';
import { insertLead } from './queries.ts';
import type { SignUp, SignUpBody } from './sign-up.ts';

/** Person with the decision on them, before anything is stored. */
interface DecidedLead {
  readonly country: CountryCode;
  readonly person: SignUp;
  readonly underwriting: Underwriting;
}

/** Asks the bureau and decides; without an answer of the bureau a person decides. */
export async function decideLead(
  deps: Dependencies,
  country: CountryCode,
  person: SignUp,
): Promise<DecidedLead> {
  const underwriting = await underwrite(deps, { country, ...person });
  return { country, person, underwriting };
}

interface NewLead {
  readonly leadId: number;
  /** 1 with an offer, 0 without. */
  readonly suitable: 0 | 1;
  readonly hash: string;
}

/** Stores a lead of the origin's channel, with its decision and event. */
export async function createLead(
  tx: Tx,
  deps: Dependencies,
  { country, person, underwriting }: DecidedLead,
  { body, origin }: { readonly body: SignUpBody; readonly origin: Origin },
): Promise<NewLead> {
  const now = deps.clock.now();
  const suitable = underwriting.segment ? 1 : 0;
  const hash = deps.random.token();
  const leadId = await insertLead(tx, {
    hash,
    country,
    first_name: person.firstName,
    last_name: person.lastName,
    email: person.email,
    phone: person.phone,
    document_number: person.documentNumber,
    birthdate: person.birthdate,
    gender: body.gender,
    bank_code: person.bankCode,
    whatsapp_tc: body.whatsapp_tc ?? true,
    origin: origin.channel,
    referrer: body.referrer,
    parameter: body.parameter,
    suitable,
    created_at: now,
  });
  await storeUnderwriting(tx, deps, underwriting, { leadId });
  await recordEvent(tx, {
    at: now,
    country,
    kind: 'lead.created',
    requestId: origin.requestId,
    address: origin.address,
    detail: { leadId, suitable, rule: underwriting.decision.code, channel: origin.channel },
  });
  return { leadId, suitable, hash };
}
