import type { CountryCode } from '../country-pack.ts';
import { packOf } from '../index.ts';
import { SERVER_ENTRIES } from '../server-entries.ts';
import * as access from '../messages/access-messages.ts';
import * as change from '../messages/change-messages.ts';
import * as claim from '../messages/claim-messages.ts';
import * as correction from '../messages/correction-messages.ts';
import * as credit from '../messages/credit-messages.ts';
import * as data from '../law/data-protection.ts';
import * as delivery from '../messages/delivery-messages.ts';
import * as debit from '../messages/debit-messages.ts';
import * as decision from '../messages/decision-messages.ts';
import * as identity from '../messages/identity-messages.ts';
import * as membership from '../messages/membership-messages.ts';
import * as own from '../messages/messages.ts';
import * as payment from '../messages/payment-messages.ts';
import * as referral from '../messages/referral-messages.ts';
import * as reminder from '../messages/reminder-messages.ts';
import * as ticket from '../messages/ticket-messages.ts';
import * as withdrawal from '../messages/withdrawal-messages.ts';

export const sampleUrl = 'https://prestamos.example.com.ar/login/0123456789abcdef0123456789abcdef';

/** Every e-mail and SMS of a country, by the function that writes it, with typical facts. */
export function sampleMessages(
  code: CountryCode,
): Readonly<Record<string, own.EmailMessage | own.SmsMessage | Pick<own.SmsMessage, 'text'>>> {
  const sender = { brand: 'Wayni', pack: packOf(code) };
  const hasFee = SERVER_ENTRIES[code].priceList.variants.no_membership.fees !== undefined;
  const hasCard = sender.pack.applicationSteps.some(({ name }) => name === 'card');
  const url = sampleUrl;
  const firstName = 'María de los Ángeles';
  const to = { firstName, url };
  const loan = { ...to, amount: '$290.000,00' };
  const terms = {
    instalments: 12,
    payment: '$76.736,24',
    finalAmount: '$920.834,60',
    firstDueDate: '11-07-2026',
    firstPayableUntil: '13-07-2026',
    arrival: 'Lo acreditamos hoy, 12-06-2026.',
    rate: '260,00%',
    totalCost: '1.310,35%',
  };
  const digest = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
  const outcome = {
    state: 'return-due',
    amount: '$290.000,00',
    isPaidOff: false,
    credit: '',
    until: '16-03-2026',
    plan: null,
  } as const;
  const plan = { instalments: 12, payment: '$85.120,44', total: '$1.021.445,28', rate: 'TNA 260,00 %' };
  const card = 'Visa terminada en 1111';
  const debited = { ...to, number: 3, count: 12, amount: '$76.736,24', dueDate: '10-07-2026', card };
  const member = { ...to, price: '$6.300', card };
  const due = { dueDate: '11-07-2026', payableUntil: '13-07-2026', isDue: true };
  const late = {
    number: 3,
    count: 12,
    amount: '$76.736,24',
    ...due,
    daysLate: 9,
    credit: '',
    debit: { kind: 'declined', card },
    hasDefaultInterest: true,
  } as const;
  const reminded = {
    instalments: [late, { ...late, number: 4 }],
    total: '$153.472,48',
    perDay: '$1.207,15',
    url,
    helpUrl: url,
  };
  const money = {
    ...to,
    news: 'partial',
    method: 'Pago Fácil',
    paid: '$70.000,00',
    asked: '$76.736,24',
    isFinished: false,
  } as const;
  const letters = {
    welcomeEmail: own.welcomeEmail(sender, to),
    magicLinkEmail: own.magicLinkEmail(sender, to),
    anotherAccountEmail: own.anotherAccountEmail(sender, { ...to, amount: '$290.000,00' }),
    recoveryEmail: own.recoveryEmail(sender, to),
    passwordChangedEmail: access.passwordChangedEmail(sender, { ...to, passkeys: 'removed' }),
    proofCodeEmail: access.proofCodeEmail(sender, { ...to, code: '004217' }),
    phoneTakenEmail: access.phoneTakenEmail(sender, { ...to, end: '6789' }),
    documentClaimEmail: claim.documentClaimEmail(sender, to),
    documentGrantedEmail: claim.documentGrantedEmail(sender, to),
    documentRefusedEmail: claim.documentRefusedEmail(sender, to),
    documentTakenEmail: claim.documentTakenEmail(sender, to),
    passkeyEmail: access.passkeyEmail(sender, { ...to, device: 'Chrome en Android', change: 'added' }),
    loanConfirmedEmail: own.loanConfirmedEmail(sender, {
      ...loan,
      ...terms,
      delivered: hasFee ? '$289.683,72' : undefined,
      membership: { price: '$6.300,00', total: '$927.134,60', chargeFrom: '28-06-2026' },
    }),
    loanDocketEmail: own.loanDocketEmail(sender, { ...to, digest }),
    loanPaidOutEmail: own.loanPaidOutEmail(sender, { ...loan, receiptUrl: `${url}/comprobante`, place: '' }),
    lateDeliveryEmail: delivery.lateDeliveryEmail(sender, {
      ...loan,
      onTimeDays: 3,
      fromHour: 10,
      leavesOn: 'el miércoles 17-06-2026',
      firstDueDate: '15-07-2026',
      agreedDueDate: '10-07-2026',
      isCancelable: code === 'AR',
    }),
    delayedDeliveryEmail: delivery.delayedDeliveryEmail(sender, { ...loan, onTimeDays: 3 }),
    notDeliveredEmail: delivery.notDeliveredEmail(sender, { ...loan, days: 10 }),
    payoutFailedEmail: own.payoutFailedEmail(sender, {
      ...loan,
      // Only some banks report the fault of an account.
      fault: sender.pack.hasLegalNumber ? 'missing' : undefined,
    }),
    loanCanceledEmail: own.loanCanceledEmail(sender, loan),
    withdrawalRequestEmail: withdrawal.withdrawalRequestEmail(sender, {
      ...to,
      kind: 'membership',
      news: 'missing',
      code: 'BAJA-1',
      askedOn: '12-06-2026',
      until: '22-06-2026',
      againUrl: `${url}/baja-membresia`,
      ending: { plan, inFavour: '', owed: '' },
    }),
    withdrawalOutcomeEmail: withdrawal.withdrawalOutcomeEmail(sender, { ...to, code: 'ARR-1', outcome }),
    referralAwaitedEmail: referral.referralAwaitedEmail(sender, { ...to, amount: '$5.000' }),
    returnOutcomeEmail: withdrawal.returnOutcomeEmail(sender, {
      ...to,
      code: 'ARR-1',
      state: 'lapsed',
      plan,
    }),
    referralAccruedEmail: referral.referralAccruedEmail(sender, { ...to, amount: '$5.000', hasLoan: true }),
    referralDiscountEmail: referral.referralDiscountEmail(sender, { ...to, amount: '$5.000' }),
    referralDiscountTakenBackEmail: referral.referralDiscountTakenBackEmail(sender, {
      ...to,
      amount: '$5.000',
    }),
    creditUsedEmail: credit.creditUsedEmail(sender, {
      ...to,
      date: '10-07-2026',
      paid: [
        { number: 3, amount: '$76.736,24', isSettled: true },
        { number: 4, amount: '$10.000', isSettled: false },
      ],
      left: '$1.000',
      isFinished: false,
    }),
    creditRefundEmail: credit.creditRefundEmail(
      sender,
      { firstName, amount: '$1.500,00', account: '1234', url },
      'failed',
    ),
    booksCorrectedEmail: credit.booksCorrectedEmail(sender, {
      ...to,
      parts: [{ component: 'defaultInterest', amount: '$1.200,00' }],
      returned: '$1.200,00',
      credited: '$1.200,00',
      waived: '$350,00',
      isFinished: false,
    }),
    loanChangedEmail: change.loanChangedEmail(sender, {
      ...to,
      news: { kind: 'settlement-offered', amount: '$50.000,00', until: '21-07-2026' },
    }),
    paidElsewhereEmail: credit.paidElsewhereEmail(sender, { ...to, amount: '$76.736,24' }),
    creditRefundedEmail: credit.creditRefundedEmail(sender, { ...to, amount: '$76.736,24' }),
    erasedEmail: data.erasedEmail(sender, { ...to, keptUntil: '21-11-2036' }),
    debitAnnouncedEmail: debit.debitAnnouncedEmail(sender, {
      ...debited,
      attemptOn: '03-07-2026',
      isToday: false,
      stopUrl: url,
    }),
    debitApprovedEmail: debit.debitApprovedEmail(sender, {
      ...debited,
      paidOn: '03-07-2026',
      wasPaid: false,
      credit: undefined,
    }),
    debitDeclinedEmail: debit.debitDeclinedEmail(sender, {
      ...debited,
      now: { kind: 'in-time', until: '10-07-2026' },
    }),
    debitNotMadeEmail: debit.debitNotMadeEmail(sender, {
      ...debited,
      date: '03-07-2026',
      why: 'open-payment',
      attemptOn: '06-07-2026',
      payableUntil: '10-07-2026',
      url,
    }),
    applicationDecidedEmail: decision.applicationDecidedEmail(sender, to),
    applicationExpiredEmail: decision.applicationExpiredEmail(sender, to),
    photosAskedEmail: identity.photosAskedEmail(sender, {
      ...to,
      photos: [
        { kind: 'avatar', reason: 'face' },
        { kind: 'back_document', reason: 'blurred' },
      ],
    }),
    identityConfirmedEmail: identity.identityConfirmedEmail(sender, { ...to, arrival: terms.arrival }),
    identityRejectedEmail: identity.identityRejectedEmail(sender, {
      ...to,
      amount: loan.amount,
      reason: 'differs',
    }),
    membershipStartedEmail: membership.membershipStartedEmail(sender, {
      ...member,
      startsOn: '10-07-2026',
      endsOn: '10-08-2026',
      chargeOn: '12-07-2026',
      way: hasCard ? { kind: 'card', card } : { kind: 'no-card' },
      freeUntil: '11-07-2026',
      plan,
      endUrl: url,
    }),
    membershipPaidEmail: membership.membershipPaidEmail(sender, member),
    membershipUnpaidEmail: membership.membershipUnpaidEmail(sender, {
      ...member,
      why: hasCard ? 'declined' : 'no-card',
      retryOn: hasCard ? '19-07-2026' : '',
      canEnd: true,
    }),
    membershipPaidWithCreditEmail: membership.membershipPaidWithCreditEmail(sender, { ...member, owed: '' }),
    membershipOwedAgainEmail: membership.membershipOwedAgainEmail(sender, { ...member, owed: '$6.300' }),
    membershipWaivedEmail: membership.membershipWaivedEmail(sender, { ...member, owed: '' }),
    membershipEndedEmail: membership.membershipEndedEmail(sender, {
      ...member,
      returned: '$2.100',
      owed: '$4.200',
      isPaid: false,
      isLoanOpen: true,
    }),
    membershipUndoneEmail: membership.membershipUndoneEmail(sender, {
      ...member,
      returned: '$300',
      isPaid: true,
    }),
    ticketAnsweredEmail: ticket.ticketAnsweredEmail(sender, {
      ...to,
      number: 'a1B2c3D4',
      subject: 'No veo mi pago',
    }),
    ticketReplyEmail: ticket.ticketReplyEmail(sender, {
      name: firstName,
      number: 'a1B2c3D4',
      subject: '¿Cuándo llega el dinero?',
      answer: 'Llega hoy.\n\nSi no lo ves mañana, escribinos.',
      url,
    }),
    phoneCorrectedEmail: correction.phoneCorrectedEmail(sender, { ...to, end: '4321' }),
    emailCorrectedEmail: correction.emailCorrectedEmail(sender, { ...to, masked: 'a•••@example.com' }),
    nameCorrectedEmail: correction.nameCorrectedEmail(sender, to),
    reminderEmail: reminder.reminderEmail(sender, { ...reminded, firstName, offUrl: url }),
    paymentEmail: payment.paymentEmail(sender, money),
  };
  const texts = {
    loginLinkSms: own.loginLinkSms(sender, { url }),
    anotherAccountSms: own.anotherAccountSms(sender, { url, amount: '$290.000,00' }),
    reminderSms: reminder.reminderSms(sender, reminded),
    paymentSms: payment.paymentSms(sender, money) ?? never('it was made for a payment that is told'),
    phoneCorrectedSms: correction.phoneCorrectedSms(sender, { end: '4321', url }),
    emailCorrectedSms: correction.emailCorrectedSms(sender, { url }),
    phoneCodeSms: own.phoneCodeSms(sender, { code: '0042' }),
    proofCodeSms: access.proofCodeSms(sender, { code: '004217' }),
  };
  return { ...letters, ...texts };
}

function never(why: string): never {
  throw new Error(why);
}

/** Names of all functions that write a message; a test checks that the samples cover them. */
export const messageNames: readonly string[] = [
  own,
  access,
  change,
  claim,
  correction,
  credit,
  data,
  debit,
  delivery,
  decision,
  identity,
  membership,
  payment,
  referral,
  reminder,
  ticket,
  withdrawal,
]
  .flatMap((module) => Object.keys(module))
  .filter((name) => /[a-z](Email|Sms)$/.test(name));
