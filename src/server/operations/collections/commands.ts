import type { ParsedOf } from '../../../contract/contract.ts';
import { localDate } from '../../../countries/local-time.ts';
import { packOf } from '../../../countries/index.ts';
import { addDays, calendarDate, type CalendarDate } from '../../../domain/calendar-date.ts';
import { centavos } from '../../../domain/money.ts';
import { contactsOf } from '../../customers/preferences/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Tx } from '../../platform/database.ts';
import { fail, ok, type Result } from '../../platform/http/result.ts';
import {
  assignCase,
  contactHistory,
  extendPromise,
  openCall,
  openGate,
  recordResult,
  releaseCase,
  sendThroughGate,
  setNextLook,
  type Contacted,
} from '../../servicing/collections/service.ts';
import { paymentLetter } from '../../servicing/reminders/service.ts';
import { staffCommand, type Actor, type StaffCommand } from '../../staff/actions/service.ts';
import { membersWho } from '../../staff/team/service.ts';
import { aboutCustomer, customerRow, openCustomer } from '../customers/service.ts';
import { wholeCase } from './case.ts';
import { worstLoan } from './gate.ts';
import { countryOfQueue } from './list.ts';
import { isTaken, reserveNext, storedCase } from './reserve.ts';
import { standingsOf } from './standing.ts';

/** Furthest day of a next look. */
const longestLookDays = 90;
/** Contacts among which a call is looked up. */
const recentContacts = 50;

/** Staff commands of Cobranzas (docs/console.md#cobranzas). */
export function collectionCommands(deps: Dependencies): StaffCommand[] {
  return [
    nextCommand(deps),
    releaseCommand(deps),
    planCommand(deps),
    callCommand(deps),
    resultCommand(deps),
    linkCommand(deps),
    extendCommand(deps),
  ];
}

function nextCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/collections/next', async (tx, { body, by }) => {
    const country = countryOfQueue(by, body.country);
    const { staffId } = by;
    const id =
      country === undefined
        ? undefined
        : await reserveNext(tx, deps, { country, staffId, bucket: body.bucket });
    const person = id === undefined ? undefined : await customerRow(tx, id, by.countries);
    if (!person)
      return ok({
        answer: { result: null },
        facts: { subject: 'collections', subjectName: '', after: { found: 0 } },
      });
    const result = await wholeCase(tx, deps, person, { staffId });
    return ok({ answer: { result }, facts: aboutCustomer(person) });
  });
}

function releaseCommand(deps: Dependencies): StaffCommand {
  return staffCommand(
    deps,
    'POST /api/staff/customers/{id}/collection/release',
    async (tx, { params, by }) => {
      const person = await customerRow(tx, params.id, by.countries);
      if (!person) return fail('not_found');
      await releaseCase(tx, deps, person.id, by.staffId);
      return ok({ answer: { messages: ['Quedó para las demás personas.'] }, facts: aboutCustomer(person) });
    },
  );
}

function planCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/customers/{id}/collection/plan', async (tx, asked) => {
    const found = await openCustomer(tx, asked);
    if (!found.ok) return found;
    const { id, country } = found.value;
    const before = await storedCase(tx, id);
    if (before.version !== asked.seenVersion) return fail('changed_meanwhile');
    const { assigned_to: assignedTo } = asked.body;
    const people = await membersWho(tx, 'collections.work', country);
    const assigned = people.find((each) => each.id === assignedTo);
    if (assignedTo !== null && !assigned) return fail('collection_person');
    const nextLook = lookDay(asked.body.next_look, localDate(deps.clock.now(), country));
    if (!nextLook.ok) return nextLook;
    const of = { country, customerId: id };
    await assignCase(tx, deps, of, assignedTo);
    await setNextLook(tx, deps, of, nextLook.value);
    const facts = {
      ...aboutCustomer(found.value),
      before: { assigned: before.assigned ?? '', next_look: before.next_look ?? '' },
      after: { assigned: assigned?.name ?? '', next_look: nextLook.value ?? '' },
    };
    return ok({ answer: { messages: ['Guardado.'] }, facts });
  });
}

function lookDay(day: string | null, today: CalendarDate): Result<CalendarDate | null> {
  if (day === null) return ok(null);
  const isNear = day >= today && day <= addDays(today, longestLookDays);
  return isNear ? ok(calendarDate(day)) : fail('collection_day');
}

/** Loan of a customer that a contact is about, unless another person works on the case. */
async function loanToContact(
  tx: Tx,
  { clock }: Pick<Dependencies, 'clock'>,
  { id, country }: Parameters<typeof aboutCustomer>[0],
  { staffId }: Actor,
) {
  const now = clock.now();
  if (isTaken(await storedCase(tx, id), staffId, now)) return fail('collection_taken');
  const standing = (await standingsOf(tx, [id], localDate(now, country))).get(id);
  // The desk works on arrears alone; what falls due is left to the reminders.
  if (!standing || standing.overdue === 0) return fail('collection_not_overdue');
  const loan = worstLoan(standing)?.loan;
  return loan ? ok(loan) : fail('not_found');
}

function refusalOf({ refusal }: Contacted) {
  return { refused: refusal ?? ('' as const), after: refusal === undefined ? {} : { refused: refusal } };
}

function callCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/customers/{id}/collection/call', async (tx, asked) => {
    const found = await openCustomer(tx, asked);
    if (!found.ok) return found;
    const customer = found.value;
    const { cellphone, country } = customer;
    if (cellphone === '') return fail('collection_number');
    const loan = await loanToContact(tx, deps, customer, asked.by);
    if (!loan.ok) return loan;
    const { staffId } = asked.by;
    const contacted = await openCall(tx, deps, country, { loanId: loan.value.id, staffId });
    const { refused, after } = refusalOf(contacted);
    const contact = contacted.contactId === undefined ? '' : String(contacted.contactId);
    // The number is read only once the gate has let the call pass.
    const phone = contact === '' ? '' : `+${packOf(country).prefix.replace('+', '')} ${cellphone}`;
    const facts = { ...aboutCustomer(customer), after: { ...after, ...(contact === '' ? {} : { contact }) } };
    return ok({ answer: { refused, contact, phone }, facts });
  });
}

type Given = ParsedOf<'POST /api/staff/customers/{id}/collection/calls/{contact}/result', 'body'>;

/** Days until the next look after a result without a day of its own; none for those that wait by themselves. */
const LOOK_DAYS: Readonly<Partial<Record<Given['result'], number>>> = {
  'no-answer': 1,
  'wrong-number': 3,
  spoke: 3,
  'wants-no-calls': 7,
};

function nextLookOf({ result, next_look: given }: Given, today: CalendarDate): Result<CalendarDate | null> {
  if (given !== undefined) return lookDay(given, today);
  const days = LOOK_DAYS[result];
  return ok(days === undefined ? null : addDays(today, days));
}

function resultCommand(deps: Dependencies): StaffCommand {
  return staffCommand(
    deps,
    'POST /api/staff/customers/{id}/collection/calls/{contact}/result',
    async (tx, asked) => {
      const found = await openCustomer(tx, asked);
      if (!found.ok) return found;
      const { id, country } = found.value;
      const { staffId } = asked.by;
      const call = (await contactHistory(tx, id, recentContacts)).find(
        (each) => each.id === asked.params.contact,
      );
      if (!call) return fail('not_found');
      if (call.channel !== 'call' || call.staffId !== staffId || call.result !== null)
        return fail('contact_result');
      const { result, note, promise, hardship } = asked.body;
      const nextLook = nextLookOf(asked.body, localDate(deps.clock.now(), country));
      if (!nextLook.ok) return nextLook;
      const recorded = await recordResult(tx, deps, {
        contactId: call.id,
        result,
        note,
        staffId,
        ...(promise
          ? {
              promise: {
                amount: centavos(Math.round(promise.amount * 100)),
                until: calendarDate(promise.until),
              },
            }
          : {}),
        ...(hardship ? { reason: hardship } : {}),
      });
      if (!recorded.ok) return recorded;
      const of = { country, customerId: id };
      await setNextLook(tx, deps, of, nextLook.value);
      // A customer who was spoken to keeps the same person.
      const hasSpoken = result === 'spoke' || result === 'promise';
      if (hasSpoken && (await storedCase(tx, id)).assigned_to === null)
        await assignCase(tx, deps, of, staffId);
      await releaseCase(tx, deps, id, staffId);
      const after = {
        result,
        contact: call.id,
        ...(promise ? { amount: promise.amount, until: promise.until } : {}),
        ...(nextLook.value === null ? {} : { next_look: nextLook.value }),
      };
      return ok({ answer: { messages: [SAID[result]] }, facts: { ...aboutCustomer(found.value), after } });
    },
  );
}

const SAID: Readonly<Record<Given['result'], string>> = {
  'no-answer': 'Anotado: no atendió.',
  'wrong-number': 'Anotado: a ese número ya no se llama ni se le manda SMS.',
  spoke: 'Anotado.',
  promise: 'Promesa anotada: no se la contacta hasta ese día.',
  hardship: 'Anotado: empezaron sus días sin contacto.',
  dispute: 'Se abrió un ticket: no se la contacta hasta que se responda.',
  'wants-no-calls': 'Anotado: ya no se la llama.',
};

function linkCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/customers/{id}/collection/link', async (tx, asked) => {
    const found = await openCustomer(tx, asked);
    if (!found.ok) return found;
    const customer = found.value;
    const { id, country, email } = customer;
    const loan = await loanToContact(tx, deps, customer, asked.by);
    if (!loan.ok) return loan;
    const contact = (await contactsOf(tx, deps, [id])).get(id);
    const letter = contact && (await paymentLetter(tx, deps, loan.value, contact));
    if (!letter) return fail('nothing_to_pay');
    const gate = await openGate(tx, deps, country, { loanIds: [loan.value.id], staffId: asked.by.staffId });
    const message = { channel: 'email' as const, to: email, customerId: id, ...letter };
    const [sent] = await sendThroughGate(tx, deps, gate, [
      { loanId: loan.value.id, channel: 'mail', kind: 'payment-link', message },
    ]);
    if (!sent) return fail('nothing_to_pay');
    const { refused, after } = refusalOf(sent);
    const messages = refused === '' ? ['El mensaje está en camino.'] : [];
    return ok({ answer: { messages, refused }, facts: { ...aboutCustomer(customer), after } });
  });
}

function extendCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/customers/{id}/promises/{promise}/extend', async (tx, asked) => {
    const found = await openCustomer(tx, asked);
    if (!found.ok) return found;
    const { id: customerId } = found.value;
    const until = calendarDate(asked.body.until);
    const { staffId } = asked.by;
    const extended = await extendPromise(tx, deps, {
      customerId,
      publicId: asked.params.promise,
      until,
      staffId,
    });
    if (!extended.ok) return extended;
    return ok({
      answer: { messages: ['Promesa extendida.'] },
      facts: { ...aboutCustomer(found.value), after: { until } },
    });
  });
}
