import type { OutputOf } from '../../../contract/contract.ts';
import { PLAN_SUBJECTS } from '../../../countries/plan-subjects.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { contactTermsOf } from '../../../countries/law/contact-terms.ts';
import { localDate } from '../../../countries/local-time.ts';
import {
  addDays,
  daysBetween,
  formatDate,
  parseIsoDate,
  type CalendarDate,
} from '../../../domain/calendar-date.ts';
import { parseUnits, toUnits, ZERO } from '../../../domain/money.ts';
import { mayExtend } from '../../../domain/promise.ts';
import type { Dependencies } from '../../dependencies.ts';
import { loanByPublicId, loansById, loansOfCustomer, standingOf, type Loan } from '../../loans/service.ts';
import type { Queryable } from '../../platform/database.ts';
import { fail, failTooMany, ok } from '../../platform/http/result.ts';
import { callerOf, route, type Route } from '../../platform/http/route.ts';
import { overLimit } from '../../platform/limits/limits.ts';
import { openTicket } from '../../support/tickets/service.ts';
import { hardshipAgainOn, hardshipOf, startHardship } from './hardship.ts';
import { extendPromise, makePromise, owedOn, promisesOf, type ShownPromise } from './promises.ts';

type PaymentHelp = OutputOf<'GET /api/v3/payment-help'>['model'];

const hourSeconds = 3600;

const SUBJECTS = { plan: PLAN_SUBJECTS.cannotPay, other: 'No puede pagar ahora' } as const;

/** The borrower's side of collections (docs/product/collections.md#cannot-pay-now). */
export function collectionRoutes(deps: Dependencies): Route[] {
  const { db, clock, config } = deps;
  return [
    route('GET /api/v3/payment-help', async (call) =>
      ok({ model: await paymentHelp(db, deps, call.country, callerOf(call).customerId) }),
    ),
    route('POST /api/v3/payment-help', async (call) => {
      const { customerId } = callerOf(call);
      const { kind, content } = call.body;
      const limit = {
        key: `payment-help:${customerId}`,
        max: config.LIMIT_OPINIONS_ADDRESS,
        windowSeconds: hourSeconds,
      };
      const wait = await overLimit(db, limit, clock.now());
      if (wait !== undefined) return failTooMany(wait);
      return call.commit(async (tx) => {
        const ticket = { country: call.country, customerId, kind: 'payment-help', content } as const;
        await openTicket(tx, deps, { ...ticket, subject: SUBJECTS[kind] });
        return ok({ messages: ['Recibimos tu pedido. Te respondemos por acá y por mail.'] });
      });
    }),
    route('POST /api/v3/promise', async (call) => {
      const { customerId } = callerOf(call);
      const { loan_id: publicId, amount: units, until: text } = call.body;
      const until = parseIsoDate(text);
      const amount = parseUnits(units);
      return call.commit(async (tx) => {
        const loan = await loanByPublicId(tx, call.country, publicId);
        if (loan?.customerId !== customerId) return fail('not_found');
        if (until === undefined) return fail('promise_day');
        if (amount === undefined) return fail('promise_amount');
        const asked = { customerId, loanId: loan.id, amount, until, staffId: null, contactId: null };
        const made = await makePromise(tx, deps, asked);
        if (!made.ok) return made;
        return ok({
          messages: [`Anotamos tu promesa. Hasta el ${formatDate(until)} no te escribimos por esta deuda.`],
        });
      });
    }),
    route('POST /api/v3/promise/{id}/extend', async (call) => {
      const { customerId } = callerOf(call);
      const until = parseIsoDate(call.body.until);
      return call.commit(async (tx) => {
        const asked = { customerId, publicId: call.params.id, until, staffId: null };
        const extended = await extendPromise(tx, deps, asked);
        if (!extended.ok) return extended;
        return ok({ messages: [`Ahora tenés hasta el ${formatDate(extended.value.until)}.`] });
      });
    }),
    route('POST /api/v3/hardship', async (call) => {
      const { customerId } = callerOf(call);
      const asked = { country: call.country, customerId, reason: call.body.reason, staffId: null };
      return call.commit(async (tx) => {
        const started = await startHardship(tx, deps, asked);
        if (!started.ok) return started;
        const until = formatDate(started.value.until);
        return ok({
          messages: [`Hasta el ${until} no te contactamos por tu deuda. Los intereses siguen corriendo.`],
        });
      });
    }),
  ];
}

async function paymentHelp(
  db: Queryable,
  { clock }: Pick<Dependencies, 'clock'>,
  country: CountryCode,
  customerId: number,
): Promise<PaymentHelp> {
  const now = clock.now();
  const today = localDate(now, country);
  const terms = contactTermsOf(country, today);
  const loan = await loanOwed(db, customerId, now);
  const promises = await promisesOf(db, { clock }, customerId);
  const hardship = await hardshipOf(db, customerId);
  const running = hardship.find(({ from, until }) => from <= today && until >= today);
  const again = hardshipAgainOn(country, hardship, today);
  const lastDay = addDays(today, terms.promiseDays);
  const open = promises.find(({ state }) => state === 'open');
  return {
    loan_id: loan?.publicId ?? '',
    owed: toUnits(loan ? owedOn(loan, today) : ZERO),
    most: toUnits(loan ? owedOn(loan, lastDay) : ZERO),
    today,
    promise_until: lastDay,
    promise: open ? promiseAnswer(open, today, terms.promiseDays) : null,
    hardship_until: running ? formatDate(running.until) : '',
    hardship_days: again === null ? terms.hardshipDays : 0,
    hardship_from: again === null ? '' : formatDate(again),
  };
}

function promiseAnswer(
  promise: ShownPromise,
  today: CalendarDate,
  longestDays: number,
): NonNullable<PaymentHelp['promise']> {
  const last = addDays(today, longestDays);
  return {
    id: promise.publicId,
    amount: toUnits(promise.amount),
    paid: toUnits(promise.paid),
    until: formatDate(promise.until),
    extendable_until: mayExtend(promise, promise.state, last, { today, longestDays }) ? last : '',
  };
}

/** Active loan that is late for longest, or else falls due first. */
async function loanOwed(db: Queryable, customerId: number, now: Date): Promise<Loan | undefined> {
  const ids = (await loansOfCustomer(db, customerId)).map(({ id }) => id);
  const active = (await loansById(db, ids)).filter(({ state }) => state === 'approved');
  const dueIn = (loan: Loan) => {
    const { date, instalments } = standingOf(loan, now);
    const [next] = instalments.filter(({ settledOn }) => settledOn === null);
    return next ? daysBetween(date, next.dueDate) : Number.POSITIVE_INFINITY;
  };
  return active.toSorted((a, b) => dueIn(a) - dueIn(b))[0];
}
