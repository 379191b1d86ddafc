import { z } from 'zod';
import { country, currency } from './fields.ts';
import { waitingChange } from './loan-changes.ts';
import { REQUEST_KINDS } from './requests.ts';

/** Amounts are in currency units, as on the borrower's pages. */
const instalment = z.object({
  number: z.number(),
  due_date: z.string(),
  /** Last day on which it can be paid without surcharge, DD-MM-YYYY. */
  payable_until: z.string(),
  state: z.string(),
  /** Amount to pay today, or the amount paid. */
  amount: z.number(),
  default_interest: z.number(),
  paid: z.number(),
  missing: z.number(),
  days_late: z.number(),
  paid_on: z.string(),
});

const loan = z.object({
  id: z.string(),
  public_id: z.string(),
  state: z.string(),
  /** Status as in the borrower's account status. */
  status: z.enum(['debtfree', 'delayed', 'pending']),
  currency,
  amount: z.number(),
  delivered: z.number(),
  final_amount: z.number(),
  rate: z.number(),
  created_at: z.string(),
  delivered_on: z.string(),
  delivery: z.string(),
  /** Amount due today and customer credit, as in the borrower's balance. */
  due_today: z.number(),
  next_due_date: z.string(),
  /** Arrival date of the money as promised to the borrower, in words; '' once it has arrived. */
  promise: z.string(),
  /** Last day on which the next instalment can be paid without surcharge. */
  next_payable_until: z.string(),
  credit: z.number(),
  shortfall: z.number(),
  has_agreement: z.boolean(),
  days_late: z.number(),
  /** Version of the loan's ledger, for commands about its books. */
  books: z.number(),
  /** Capital carried as lost, for staff who may read money; null without a write-off that counts. */
  write_off: z
    .object({
      on: z.string(),
      amount: z.number(),
      recovered: z.number(),
      asked_by: z.string(),
      approved_by: z.string(),
    })
    .nullable(),
  /** It is late enough to be written off, and is not. */
  can_write_off: z.boolean(),
  /**
   * Days on which its arrears may be reported to others, DD-MM-YYYY; `renewed_until` is '' without a
   * renewal.
   */
  negative: z.object({ since: z.string(), until: z.string(), renewed_until: z.string() }).nullable(),
  instalments: z.array(instalment),
});

/** Answers about a loan; amounts are currency units. */
const askedLoan = z.object({
  id: z.string(),
  /** Debits and reminders are paused by a hold. */
  is_paused: z.boolean(),
  open_payments: z.array(
    z.object({
      method: z.string(),
      kind: z.enum(['coupon', 'transfer', 'card', 'wallet']),
      purpose: z.string(),
      state: z.enum(['open', 'charging']),
      amount: z.number(),
      /** Last day on which the amount holds, DD-MM-YYYY. */
      due_date: z.string(),
      barcode: z.string(),
      reference: z.string(),
      instalments: z.array(z.number()),
      /** Requested by a person who had not logged in. */
      is_strangers: z.boolean(),
    }),
  ),
  /** Debit of the next instalment that has one. */
  debit: z
    .object({
      instalment: z.number(),
      state: z.enum(['planned', 'charging', 'declined']),
      on: z.string(),
      brand: z.string(),
      last_four: z.string(),
    })
    .nullable(),
  membership: z
    .object({
      price: z.number(),
      owed: z.number(),
      ended_at: z.string(),
      charge_on: z.string(),
      charge_state: z.string(),
      is_waived: z.boolean(),
    })
    .nullable(),
  /** Change of the loan that awaits a second person. */
  waiting: waitingChange.nullable(),
  /** Null without one, and for staff who may not read payouts. */
  payout: z
    .object({
      state: z.string(),
      waits_for: z.string(),
      late: z.boolean(),
      amount: z.number(),
      /** Masked. */
      account: z.string(),
      changed_at: z.string(),
      contradicted: z.boolean(),
    })
    .nullable(),
});

/** First answers of the page (docs/console.md#ficha). */
const asked = z.object({
  /** Step at which the application waits; '' if it waits at none. */
  step: z.string(),
  /** The last decision: its offer, or the rule of its refusal. */
  decision: z
    .object({
      rule: z.string(),
      at: z.string(),
      expires: z.string(),
      is_live: z.boolean(),
      min_amount: z.number().nullable(),
      max_amount: z.number().nullable(),
      /** Age on the day; null where it was not kept. */
      age: z.number().nullable(),
      /** Bureau result: good, bad or none; '' if no bureau was queried. */
      bureau: z.string(),
      price_list: z.string(),
      /** Text that the refused person read; '' for an offer. */
      told: z.string(),
    })
    .nullable(),
  /** Names of the methods that the country offers now. */
  methods: z.array(z.string()),
  /** Requests not yet decided or awaiting the person's money; none for staff who may not read tickets. */
  requests: z.array(
    z.object({
      kind: z.enum(REQUEST_KINDS),
      code: z.string(),
      state: z.string(),
      ticket: z.string(),
      requested_at: z.string(),
      /** Last day of the term, YYYY-MM-DD; null without one. */
      due: z.string().nullable(),
      days_left: z.number(),
    }),
  ),
  loans: z.array(askedLoan),
});

const payment = z.object({
  id: z.string(),
  loan: z.string(),
  value_date: z.string(),
  received_at: z.string(),
  amount: z.number(),
  currency,
  source: z.string(),
  reference: z.string(),
  /** Day of the reversal; empty if the payment still counts. */
  reversed_on: z.string(),
});

const marked = z.object({ name: z.string(), value: z.number() });

export const customerPage = z.object({
  id: z.string(),
  country,
  version: z.number(),
  state: z.enum(['active', 'disabled', 'erased']),
  created_at: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** Masked, as are the members that follow. */
  document: z.string(),
  legal_number: z.string(),
  phone: z.string(),
  is_phone_verified: z.boolean(),
  email: z.string(),
  /** Customer's claim to a document held by another account; null without one. */
  claim: z
    .object({
      state: z.enum(['sent', 'open', 'waiting', 'granted', 'refused']),
      /** Masked. */
      document: z.string(),
      is_phone_proved: z.boolean(),
      has_photos: z.boolean(),
      /** Account that holds the document; '' for none. */
      holder: z.string(),
      /**
       * The other account is verified. One staff member alone may reassign only the document of an unverified
       * account.
       */
      holder_is_proved: z.boolean(),
      holder_has_loan: z.boolean(),
      /** Requester of the decision, while it awaits a second person. */
      asked_by: z.string(),
    })
    .nullable(),
  /** City and province. */
  place: z.string(),
  asked,
  accounts: z.array(z.object({ id: z.string(), bank: z.string(), account: z.string() })),
  cards: z.array(z.object({ brand: z.string(), last_four: z.string(), expires: z.string() })),
  marks: z.array(marked),
  loans: z.array(loan),
  payments: z.array(payment),
  /** True if there are older payments than those listed. */
  more_payments: z.boolean(),
  images: z.array(
    z.object({ id: z.string(), kind: z.string(), created_at: z.string(), is_current: z.boolean() }),
  ),
});

export const TIMELINE_SOURCES = ['event', 'message', 'note', 'staff', 'ticket'] as const;

/** Placeholder for a Compliance hold, for staff who must not learn of it. */
export const WAITS_FOR_COMPLIANCE = 'waits-for-compliance';

export const timelineItem = z.object({
  id: z.string(),
  source: z.enum(TIMELINE_SOURCES),
  at: z.string(),
  /** Kind of event, message channel, staff action or kind of ticket. */
  name: z.string(),
  subject: z.string(),
  text: z.string(),
  state: z.string(),
  by: z.string(),
  reason_code: z.string(),
  loan: z.string(),
  ticket: z.string(),
  /** JSON. */
  detail: z.string(),
});
