import { describe, expect, test } from 'vitest';
import { calendarDate } from './calendar-date.ts';
import { membershipCharged, membershipOverpaid, membershipPaid, membershipReturned } from './ledger.ts';
import { priceWithTax, unusedPart } from './membership.ts';
import { centavos } from './money.ts';

const price = { net: centavos(520_661), tax: centavos(109_339) };
const term = {
  startsOn: calendarDate('2026-03-01'),
  endsOn: calendarDate('2026-06-08'),
  currency: 'ARS',
} as const;
const freeUntil = calendarDate('2026-03-13');
const unused = (endedOn: string) => unusedPart(price, term, calendarDate(endedOn), freeUntil);

test.each([
  ['0.21', 520_661, 109_339],
  ['0.22', 516_393, 113_607],
  ['0', 630_000, 0],
])('a price of 6300 holds its tax of %s', (rate, net, tax) => {
  expect(priceWithTax(centavos(630_000), rate, 'ARS')).toEqual({ net, tax });
});

describe('what is not owed of a membership that ends early', () => {
  test.each([
    ['2026-02-20', 630_000],
    ['2026-03-01', 630_000],
    ['2026-03-13', 630_000],
    // 86 of 100 days are left.
    ['2026-03-14', 541_800],
    ['2026-06-07', 6_300],
    ['2026-06-08', 0],
    ['2026-07-01', 0],
  ])('on %s', (endedOn, total) => {
    const { net, tax } = unused(endedOn);
    expect(net + tax).toBe(total);
  });
});

describe('the ledger of a membership', () => {
  const sums = (...all: readonly (readonly { account: string; amount: number }[])[]) => {
    const totals = new Map<string, number>();
    for (const { account, amount } of all.flat()) totals.set(account, (totals.get(account) ?? 0) + amount);
    return Object.fromEntries([...totals].filter(([, amount]) => amount !== 0));
  };

  test('given back before it was paid: nothing is left', () => {
    expect(sums(membershipCharged(price), membershipReturned(price))).toEqual({});
  });

  test('given back after it was paid: it is the customer’s', () => {
    const left = { collections: 630_000, 'customer-credit': -630_000 };
    const charged = membershipCharged(price);
    const paid = membershipPaid(centavos(630_000));
    const returned = [...membershipReturned(price), ...membershipOverpaid(centavos(630_000))];
    expect(sums(charged, paid, returned)).toEqual(left);
  });
});
