import { COMPONENTS } from '../../../domain/standing/allocation.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { packOf } from '../../../countries/index.ts';
import { paymentMethodsOf } from '../../../countries/payment-methods.ts';
import type { Account } from '../../../domain/ledger.ts';
import {
  add,
  centavos,
  formatMoney,
  negate,
  ZERO,
  type Centavos,
  type Currency,
} from '../../../domain/money.ts';
import {
  ADVANCE,
  ADVANCE_REVERSED,
  COLLECTED_TEXTS,
  COMPONENT_TEXTS,
  CREDIT_REFUNDED,
  CREDIT_USED,
  CUSTOMER_ACCOUNTS,
  MEMBERSHIP_PAID,
  MOVEMENT_TEXTS,
  PAID_OUT,
  PLAN_CHANGED,
  dueDatesMoved,
  type CounterAccount,
  type MovementKind,
} from '../../../countries/papers/statement-texts.ts';
import type { StoredTransaction } from './queries.ts';

/** Statement line. Amounts in centavos; one of `charge` and `credit` is zero, or both in a notice. */
export interface Movement {
  readonly date: CalendarDate;
  readonly kind: MovementKind;
  readonly concept: string;
  readonly detail: string;
  readonly charge: Centavos;
  readonly credit: Centavos;
  /** Principal owed after this line, less the customer's credit. */
  readonly balance: Centavos;
}

const order: readonly string[] = Object.keys(MOVEMENT_TEXTS);
const ownAccounts: ReadonlySet<Account> = new Set(CUSTOMER_ACCOUNTS);

function isCounter(account: Account): account is CounterAccount {
  return !ownAccounts.has(account);
}

/** Date of the change to the plan without membership, and the plan's figures. */
export interface PlanChangeNotice {
  readonly on: CalendarDate;
  readonly detail: string;
}

/**
 * Customer's view of a loan's ledger. In each transaction, the lines outside the customer's accounts give the
 * reason: a credit of income is a charge, incoming money is a payment. A transaction adds up to zero, so
 * these lines equal the change of the customer's accounts, and the last balance is the ledger's debt.
 */
export function movementsOf(
  rows: readonly StoredTransaction[],
  country: CountryCode,
  daysMoved: number,
  planChange?: PlanChangeNotice,
): Movement[] {
  const { currency } = packOf(country);
  const movements: Movement[] = [];
  let balance = ZERO;
  // A plan change without payments posts no transaction; its notice follows the movements of its day.
  const isBooked = rows.some(({ kind }) => kind === 'plan-changed');
  const following = rows.findIndex(({ value_date }) => planChange && value_date > planChange.on);
  const notice = (): Movement[] =>
    planChange
      ? [
          {
            date: planChange.on,
            ...PLAN_CHANGED,
            detail: planChange.detail,
            charge: ZERO,
            credit: ZERO,
            balance,
          },
        ]
      : [];
  for (const [index, row] of rows.entries()) {
    const date = row.value_date;
    if (isBooked ? row.kind === 'plan-changed' : index === following) movements.push(...notice());
    if (row.kind === 'disbursement-confirmed')
      movements.push({
        date,
        ...PAID_OUT,
        detail: dueDatesMoved(daysMoved),
        charge: ZERO,
        credit: ZERO,
        balance,
      });
    // Debt and credit decrease equally: only the interest paid changes the balance.
    if (row.applied.length > 0)
      movements.push({
        date,
        ...CREDIT_USED,
        detail: coveredBy(row.applied, currency),
        charge: ZERO,
        credit: ZERO,
        balance,
      });
    for (const { account, amount } of countersOf(row)) {
      balance = add(balance, amount);
      const isCharge = amount > 0;
      movements.push({
        date,
        ...sideOf(row, account, isCharge),
        detail: account === 'collections' ? detailOf(row, country) : '',
        charge: isCharge ? amount : ZERO,
        credit: isCharge ? ZERO : negate(amount),
        balance,
      });
    }
  }
  if (!isBooked && following === -1) movements.push(...notice());
  return movements;
}

/** Lender's own accounts: transfers between them do not involve the customer. */
const moneyAccounts: ReadonlySet<Account> = new Set<Account>([
  'bank',
  'disbursement-in-transit',
  'collections',
  'promotion-cost',
]);

/** Charges and payments, charges first; empty if money only moved between the lender's accounts. */
function countersOf({ entries }: StoredTransaction): { account: CounterAccount; amount: Centavos }[] {
  if (entries.every(([account]) => moneyAccounts.has(account))) return [];
  const counters: { account: CounterAccount; amount: Centavos }[] = [];
  for (const [account, amount] of entries)
    if (isCounter(account)) counters.push({ account, amount: negate(centavos(amount)) });
  return counters.toSorted(
    (a, b) =>
      Number(b.amount > 0) - Number(a.amount > 0) || order.indexOf(a.account) - order.indexOf(b.account),
  );
}

function sideOf(
  { kind, source, is_advance: isAdvance }: StoredTransaction,
  account: CounterAccount,
  isCharge: boolean,
) {
  if ((kind === 'membership-paid' || kind === 'membership-unpaid') && account === 'collections')
    return MEMBERSHIP_PAID[isCharge ? 'charge' : 'credit'];
  if (account === 'collections' && isAdvance) return isCharge ? ADVANCE_REVERSED : ADVANCE;
  // A membership refund leaves on its own line; credit from payments is shown with its payment.
  if (account === 'disbursement-in-transit' && kind.startsWith('credit-refund'))
    return CREDIT_REFUNDED[isCharge ? 'charge' : 'credit'];
  const own = account === 'collections' ? COLLECTED_TEXTS[source ?? ''] : undefined;
  return (own ?? MOVEMENT_TEXTS[account])[isCharge ? 'charge' : 'credit'];
}

/** Method and coverage of a payment: 'Transferencia. Cuota 2: mora $10, capital $500' */
function detailOf({ source, method, lines }: StoredTransaction, country: CountryCode): string {
  if (source === null) return '';
  const known = paymentMethodsOf(country).find(({ slug }) => slug === method);
  const covered = coveredBy(lines, packOf(country).currency);
  return [known?.name ?? '', covered].filter((part) => part !== '').join('. ');
}

function coveredBy(lines: StoredTransaction['lines'], currency: Currency): string {
  const numbers = [...new Set(lines.map(([instalment]) => instalment))].toSorted((a, b) => a - b);
  const parts = numbers.map((number) => {
    const covered = COMPONENTS.flatMap((component) => {
      const line = lines.find(([instalment, of]) => instalment === number && of === component);
      return line ? [`${COMPONENT_TEXTS[component]} ${formatMoney(centavos(line[2]), currency)}`] : [];
    });
    return `Cuota ${number}: ${covered.join(', ')}`;
  });
  return parts.join('. ');
}
