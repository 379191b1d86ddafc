import { letterText } from '../../../countries/messages/letter.ts';
import type { ContactRefusal } from '../../../domain/contact-gate.ts';
import type { STAFF_LINKS } from '../../../contract/staff/customers.ts';
import { contactsOf } from '../../customers/preferences/service.ts';
import { stops } from '../../customers/holds/service.ts';
import { linkMessage, sendLinkTo, type WantedLink } from '../../customers/sessions/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { loansOfCustomer, standingOf, type Loan } from '../../loans/service.ts';
import { signLetter, withoutSecrets, type OutgoingMessage } from '../../messages/service.ts';
import { transaction, type Queryable, type Tx } from '../../platform/database.ts';
import { fail, ok, type Failure, type Result } from '../../platform/http/result.ts';
import { publicUrlOf } from '../../platform/public-url.ts';
import { staffCommand, type StaffCommand } from '../../staff/actions/service.ts';
import { openGate, sendThroughGate, type Gate } from '../../servicing/collections/service.ts';
import { paymentLetter } from '../../servicing/reminders/service.ts';
import { maskEmail, maskPhone } from '../../staff/masks/service.ts';
import { aboutCustomer, unchangedCustomer } from './service.ts';
import type { CustomerRow } from './queries.ts';

type LinkName = (typeof STAFF_LINKS)[number];

const LOGIN_KINDS = { login_sms: 'sms', login_email: 'magic' } as const;

/** Sends a link as if the borrower had requested it. */
export function linkCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/customers/{id}/links/{link}', async (tx, asked) => {
    const found = await unchangedCustomer(tx, asked);
    if (!found.ok) return found;
    const customer = found.value;
    const { link } = asked.params;
    const refused =
      link === 'payment'
        ? await sendPayment(tx, deps, customer, asked.by.staffId)
        : await sendLogin(tx, deps, customer, link);
    if (refused) return refused;
    const facts = {
      ...aboutCustomer(customer),
      after: { link, to: maskedAddress(customer, link) },
    };
    return ok({ answer: { messages: ['El mensaje está en camino.'] }, facts });
  });
}

const maskedAddress = ({ cellphone, email }: CustomerRow, link: LinkName) =>
  link === 'login_sms' ? maskPhone(cellphone) : maskEmail(email);

function loginLink(
  { config }: Pick<Dependencies, 'config'>,
  customer: CustomerRow,
  link: keyof typeof LOGIN_KINDS,
): WantedLink {
  return { kind: LOGIN_KINDS[link], redirectTo: '', baseUrl: publicUrlOf(config, customer.country) };
}

async function refuseLogin(
  db: Queryable,
  { id, phone_proved_at: phoneProvedAt }: CustomerRow,
  link: keyof typeof LOGIN_KINDS,
): Promise<Failure | undefined> {
  if (await stops(db, 'login', id)) return fail('customer_held');
  return link === 'login_sms' && phoneProvedAt === null ? fail('phone_unproved') : undefined;
}

async function sendLogin(
  tx: Tx,
  deps: Dependencies,
  customer: CustomerRow,
  link: keyof typeof LOGIN_KINDS,
): Promise<Failure | undefined> {
  const refused = await refuseLogin(tx, customer, link);
  if (refused) return refused;
  await sendLinkTo(tx, deps, customer, loginLink(deps, customer, link));
  return undefined;
}

/** Letter about a loan, and the gate that it has to pass. */
interface PaymentMessage {
  readonly gate: Gate;
  readonly loanId: number;
  readonly message: OutgoingMessage & { readonly channel: 'email' };
}

async function sendPayment(
  tx: Tx,
  deps: Dependencies,
  customer: CustomerRow,
  staffId: number,
): Promise<Failure | undefined> {
  const letter = await paymentMessage(tx, deps, customer, staffId);
  if (!letter.ok) return letter;
  const { gate, loanId, message } = letter.value;
  await sendThroughGate(tx, deps, gate, [{ loanId, channel: 'mail', kind: 'payment-link', message }]);
  return undefined;
}

/** Letter with the payable instalments of the loan late for longest that the customer may be contacted about. */
async function paymentMessage(
  tx: Tx,
  deps: Dependencies,
  { id, email, country }: CustomerRow,
  staffId: number,
): Promise<Result<PaymentMessage>> {
  const contact = (await contactsOf(tx, deps, [id])).get(id);
  const loanIds = (await loansOfCustomer(tx, id)).map((loan) => loan.id);
  const gate = await openGate(tx, deps, country, { loanIds, staffId });
  const refusals: ContactRefusal[] = [];
  const lateFor = (loan: Loan) => standingOf(loan, deps.clock.now()).daysLate;
  for (const loan of gate.loans.toSorted((a, b) => lateFor(b) - lateFor(a) || a.id - b.id)) {
    const letter = contact && (await paymentLetter(tx, deps, loan, contact));
    if (!letter) continue;
    const refusal = gate.refusalOf({ loanId: loan.id, channel: 'mail', kind: 'payment-link' });
    const message = { channel: 'email' as const, to: email, customerId: id, ...letter };
    if (refusal === undefined) return ok({ gate, loanId: loan.id, message });
    refusals.push(refusal);
  }
  const [first] = refusals;
  if (first === undefined) return fail('nothing_to_pay');
  return fail(first === 'hold' || first === 'dispute' ? 'customer_held' : 'contact_refused');
}

/** Text that would be sent; the link itself is created on sending. */
export async function previewLink(
  deps: Dependencies,
  customer: CustomerRow,
  { link, staffId }: { readonly link: LinkName; readonly staffId: number },
): Promise<Result<{ result: { channel: 'sms' | 'email'; to: string; subject: string; text: string } }>> {
  if (customer.disabled_at !== null || customer.erased_at !== null) return fail('customer_closed');
  const found =
    link === 'payment'
      ? await transaction(deps.db, (tx) => paymentMessage(tx, deps, customer, staffId))
      : await loginMessage(deps, customer, link);
  if (!found.ok) return found;
  const message = 'gate' in found.value ? found.value.message : found.value;
  const letter = 'letter' in message ? message.letter : undefined;
  const words = letter ? letterText(signLetter(deps.config, customer.country, letter)) : message.text;
  const { subject = '', text } = withoutSecrets(
    { subject: message.channel === 'email' ? message.subject : '', text: words },
    { isUrgent: false },
  );
  return ok({ result: { channel: message.channel, to: maskedAddress(customer, link), subject, text } });
}

async function loginMessage(
  deps: Dependencies,
  customer: CustomerRow,
  link: keyof typeof LOGIN_KINDS,
): Promise<Result<OutgoingMessage>> {
  const refused = await refuseLogin(deps.db, customer, link);
  if (refused) return refused;
  return ok(await linkMessage(deps.db, deps, customer, loginLink(deps, customer, link), '…'));
}
