import { localDate } from '../../../countries/local-time.ts';
import { centavos, subtract } from '../../../domain/money.ts';
import type { Charge } from '../../../domain/schedule.ts';
import type { Posting } from '../../loans/ledger/service.ts';
import type { MembershipRow } from './queries.ts';

export function netAndTax({ price, tax }: MembershipRow): Charge {
  return { net: subtract(centavos(price), centavos(tax)), tax: centavos(tax) };
}

export function postingOf(
  { country, currency, loan_id, customer_id }: MembershipRow,
  at: Date,
): Omit<Posting, 'kind' | 'entries'> {
  return {
    country,
    currency,
    loanId: loan_id,
    customerId: customer_id,
    valueDate: localDate(at, country),
    at,
  };
}

export function eventOf({ country, customer_id, loan_id, price }: MembershipRow, at: Date) {
  return { at, country, customerId: customer_id, loanId: loan_id, detail: { price } };
}
