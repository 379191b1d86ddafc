import type { DocumentNumber } from '../../../countries/country.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { packOf } from '../../../countries/index.ts';
import { welcomeEmail } from '../../../countries/messages/messages.ts';
import { readToScreen, screenCustomer } from '../../customers/screening/service.ts';
import { addCustomer } from '../../customers/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { enqueueMessage } from '../../messages/service.ts';
import type { Optional } from '../../platform/column-types.ts';
import type { Tx } from '../../platform/database.ts';
import { recordEvents } from '../../platform/events.ts';
import { fail, ok, type Result } from '../../platform/http/result.ts';
import { createLink, passwordPage, type AccountRequest } from '../../customers/sessions/service.ts';
import { shownText, type Publisher } from '../../content/service.ts';
import { claimLeadOffer } from '../offers/service.ts';
import { leadByHash, type StoredLead } from '../leads/service.ts';
import { attachReferral } from '../../servicing/referrals/service.ts';

interface CreatedAccount {
  readonly customerId: number;
}

/**
 * Creates a customer from a lead, with its offer, and sends the welcome letter with a link to set a password
 * (docs/product/signup-and-login.md#creating-an-account). A rejected person gets an account too. The caller
 * has checked that the terms were accepted; the account records the texts. @returns `not_found` for an
 * unknown lead, `user_exists` if the document or e-mail is taken
 */
export async function createAccount(
  tx: Tx,
  deps: Dependencies,
  request: AccountRequest,
): Promise<Result<CreatedAccount>> {
  const lead = await leadByHash(tx, request.country, request.hash);
  if (!lead) return fail('not_found');
  const created = await registerLead(tx, deps, request, { lead, documentNumber: lead.document_number });
  if (created.ok) await claimLeadOffer(tx, { leadId: lead.id, customerId: created.value.customerId });
  return created;
}

/**
 * Creates a customer from a lead, without its offer. @param as its `documentNumber` is '' while another
 * account has the document (docs/product/signup-and-login.md#document-of-another-account)
 */
export async function registerLead(
  tx: Tx,
  deps: Dependencies,
  request: AccountRequest,
  { lead, documentNumber }: { readonly lead: StoredLead; readonly documentNumber: Optional<DocumentNumber> },
): Promise<Result<CreatedAccount>> {
  const { country, email, origin } = request;
  const at = deps.clock.now();
  const pack = packOf(country);
  const customer = await addCustomer(tx, {
    hash: deps.random.token(),
    country,
    lead_id: lead.id,
    email,
    first_name: lead.first_name,
    last_name: lead.last_name,
    // An account without a document waits for one, and gets no loan until then.
    document_number: documentNumber as DocumentNumber,
    cellphone: lead.phone,
    cellphone_prefix: pack.prefix,
    birthdate: lead.birthdate,
    gender: lead.gender,
    selected_option: request.option === '0' ? '' : request.option,
    origin: lead.origin,
    referrer: request.referrer || lead.referrer,
    parameter: request.parameter || lead.parameter,
    created_at: at,
  });
  if (!customer) return fail('user_exists');
  const toScreen = await readToScreen(deps.db, tx, customer.id, country);
  if (toScreen) await screenCustomer(tx, country, toScreen, at);
  const parameters = [request.parameter, lead.parameter];
  await attachReferral(tx, deps, { country, customerId: customer.id, parameters });
  const hash = await createLink(tx, deps, { kind: 'recovery', customerId: customer.id, country });
  const sender = { brand: deps.config.BRAND, pack };
  const url = passwordPage(origin.baseUrl, hash);
  const letter = welcomeEmail(sender, { firstName: lead.first_name, url });
  await enqueueMessage(tx, deps, country, { channel: 'email', to: email, ...letter });
  const about = {
    at,
    country,
    customerId: customer.id,
    requestId: origin.requestId,
    address: origin.address,
  };
  await recordEvents(tx, [
    { ...about, kind: 'account-created', detail: { channel: origin.channel } },
    { ...about, kind: 'terms-accepted', detail: acceptedTexts(country, deps.config, origin.device) },
  ]);
  return ok({ customerId: customer.id });
}

/** Evidence of acceptance: version and SHA-256 of each text as shown, and the device. */
function acceptedTexts(country: CountryCode, publisher: Publisher, device: string): Record<string, string> {
  const texts = (['terminos', 'privacidad'] as const).map((name) => shownText(country, name, publisher));
  const each = texts.flatMap(({ name, version, sha256 }) => [
    [name, version],
    [`${name}-sha256`, sha256],
  ]);
  return { ...(Object.fromEntries(each) as Record<string, string>), device };
}
