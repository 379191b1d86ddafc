import { paths } from '../../../contract/paths.ts';
import { parseEmail } from '../../../countries/identifiers/email.ts';
import { parsePersonName } from '../../../countries/identifiers/names.ts';
import { readCellPhone, toE164 } from '../../../countries/identifiers/phones.ts';
import { packOf } from '../../../countries/index.ts';
import {
  emailCorrectedEmail,
  emailCorrectedSms,
  nameCorrectedEmail,
  phoneCorrectedEmail,
  phoneCorrectedSms,
} from '../../../countries/messages/correction-messages.ts';
import { noteContactChange } from '../../customers/contact-changes/service.ts';
import { forgetDrafts } from '../../customers/drafts/service.ts';
import { replacePreferencesHash } from '../../customers/preferences/service.ts';
import { dropPhoneCode } from '../../customers/profile/service.ts';
import { correctCustomer, type Correction } from '../../customers/service.ts';
import { endAccess, forgetSocialIdentities } from '../../customers/sessions/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { enqueueMessages, type OutgoingMessage } from '../../messages/service.ts';
import type { Tx } from '../../platform/database.ts';
import { fail, failFields, ok, type Result } from '../../platform/http/result.ts';
import { publicUrlOf } from '../../platform/public-url.ts';
import {
  DONE,
  doerOf,
  staffCommand,
  type Askers,
  type Done,
  type StaffCommand,
} from '../../staff/actions/service.ts';
import { maskEmail, maskName, maskPhone } from '../../staff/masks/service.ts';
import { aboutCustomer, unchangedCustomer } from './service.ts';
import { isEmailTaken, othersWithPhone, type CustomerRow } from './queries.ts';

/** Corrections of a customer by two people. A change of contact is notified at the previous address. */
export function correctionCommands(deps: Dependencies): StaffCommand[] {
  return [nameCommand(deps), emailCommand(deps), phoneCommand(deps)];
}

function nameCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/customers/{id}/name', async (tx, asked) => {
    const found = await unchangedCustomer(tx, asked);
    if (!found.ok) return found;
    const customer = found.value;
    const [first, last] = [parsePersonName(asked.body.first_name), parsePersonName(asked.body.last_name)];
    if (!first.ok) return failFields({ first_name: first.message });
    if (!last.ok) return failFields({ last_name: last.message });
    if (first.value === customer.first_name && last.value === customer.last_name)
      return fail('nothing_changes');
    const letter = nameCorrectedEmail(
      senderOf(deps, customer),
      toldOf(deps, { ...customer, first_name: first.value }),
    );
    return correct(tx, deps, customer, asked, {
      correction: { first_name: first.value, last_name: last.value },
      before: { name: maskName(`${customer.first_name} ${customer.last_name}`) },
      after: { name: maskName(`${first.value} ${last.value}`) },
      told: [{ channel: 'email', to: customer.email, customerId: customer.id, ...letter }],
      endsAccess: false,
    });
  });
}

function emailCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/customers/{id}/email', async (tx, asked) => {
    const found = await unchangedCustomer(tx, asked);
    if (!found.ok) return found;
    const customer = found.value;
    const email = parseEmail(asked.body.email);
    if (!email.ok) return failFields({ email: email.message });
    if (email.value === customer.email.toLowerCase()) return fail('nothing_changes');
    if (await isEmailTaken(tx, customer.country, email.value, customer.id)) return fail('email_taken');
    // The owner of the old address may have logged in through a linked account.
    await forgetSocialIdentities(tx, customer.id);
    await replacePreferencesHash(tx, deps, customer.id);
    const masked = maskEmail(email.value);
    const { id: customerId, country } = customer;
    const { email_proved_at: provedAt, email_proved_by: provedBy } = customer;
    const former = { email: customer.email, provedAt, provedBy };
    const url = await noteContactChange(tx, deps, { country, customerId, kind: 'email', former });
    const sender = senderOf(deps, customer);
    const letter = emailCorrectedEmail(sender, { ...toldOf(deps, customer), masked, url });
    return correct(tx, deps, customer, asked, {
      // The new mailbox counts only once it is verified.
      correction: { email: email.value, email_proved_at: null, email_proved_by: '' },
      before: { email: maskEmail(customer.email) },
      after: { email: masked },
      told: [
        { channel: 'email', to: customer.email, customerId, ...letter },
        ...smsTold(customer, emailCorrectedSms(sender, { url })),
      ],
      endsAccess: true,
    });
  });
}

/** Corrects the phone; no login link is sent to the new one before it is verified. */
function phoneCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/customers/{id}/phone', async (tx, asked) => {
    const found = await unchangedCustomer(tx, asked);
    if (!found.ok) return found;
    const customer = found.value;
    const { id, country } = customer;
    const phone = readCellPhone(country, asked.body.cellphone);
    if (!phone.ok) return failFields({ cellphone: phone.message });
    if (phone.value === customer.cellphone) return fail('nothing_changes');
    const others = await othersWithPhone(tx, country, phone.value, id);
    await dropPhoneCode(tx, id, deps.clock.now());
    await forgetDrafts(tx, id, ['phone']);
    const cellphone = phone.value;
    const former = { cellphone: customer.cellphone, prefix: customer.cellphone_prefix };
    const url = await noteContactChange(tx, deps, { country, customerId: id, kind: 'phone', former });
    const { prefix } = packOf(country);
    return correct(tx, deps, customer, asked, {
      correction: { cellphone, cellphone_prefix: prefix, contact_data_verified: 0, phone_proved_at: null },
      before: { phone: maskPhone(customer.cellphone) },
      after: { phone: maskPhone(cellphone), ...(others === 0 ? {} : { others_with_phone: others }) },
      told: phoneTold(deps, customer, { end: cellphone.slice(-4), url }),
      endsAccess: true,
    });
  });
}

/** Notifies at the previous number by SMS, and by e-mail, possibly the only remaining channel. */
function phoneTold(
  deps: Dependencies,
  customer: CustomerRow,
  told: { readonly end: string; readonly url: string },
): OutgoingMessage[] {
  const sender = senderOf(deps, customer);
  const letter = phoneCorrectedEmail(sender, { ...toldOf(deps, customer), ...told });
  return [
    ...smsTold(customer, phoneCorrectedSms(sender, told)),
    { channel: 'email', to: customer.email, customerId: customer.id, ...letter },
  ];
}

function smsTold(
  { id: customerId, country, cellphone }: CustomerRow,
  sms: ReturnType<typeof phoneCorrectedSms>,
): OutgoingMessage[] {
  return cellphone === '' ? [] : [{ channel: 'sms', customerId, ...sms, to: toE164(country, cellphone) }];
}

const senderOf = ({ config }: Dependencies, { country }: CustomerRow) => ({
  brand: config.BRAND,
  pack: packOf(country),
});

const toldOf = ({ config }: Dependencies, { country, first_name: firstName }: CustomerRow) => ({
  firstName,
  url: publicUrlOf(config, country) + paths.login(),
});

interface Corrected {
  readonly correction: Correction;
  /** Masked, as stored in the audit. */
  readonly before: object;
  readonly after: object;
  readonly told: readonly OutgoingMessage[];
  /** Revokes every login that the previous contact allowed. */
  readonly endsAccess: boolean;
}

async function correct(
  tx: Tx,
  deps: Dependencies,
  customer: CustomerRow,
  asked: Askers,
  { correction, before, after, told, endsAccess }: Corrected,
): Promise<Result<Done<{ outcome: 'done'; approval: string }>>> {
  if (!(await correctCustomer(tx, customer.id, correction, doerOf(asked).name))) return fail('email_taken');
  await enqueueMessages(tx, deps, customer.country, told);
  if (endsAccess) await endAccess(tx, customer.id, deps.clock.now());
  return ok({ answer: DONE, facts: { ...aboutCustomer(customer), before, after } });
}
