import { personalData as contactChanges } from '../customers/contact-changes/service.ts';
import { personalData as contracts } from '../origination/agreements/service.ts';
import { personalData as claims } from '../origination/claims/service.ts';
import { personalData as exceptions } from '../origination/exceptions/service.ts';
import { personalData as leads } from '../origination/leads/service.ts';
import { personalData as partnerLeads } from '../partners/leads/service.ts';
import { personalData as offers } from '../origination/offers/service.ts';
import { personalData as cancellations } from '../servicing/cancellations/service.ts';
import { personalData as certificates } from '../servicing/certificates/service.ts';
import { personalData as collections } from '../servicing/collections/service.ts';
import { personalData as debits } from '../servicing/debits/service.ts';
import { personalData as invoices } from '../servicing/invoices/service.ts';
import { personalData as memberships } from '../servicing/memberships/service.ts';
import { personalData as payments } from '../servicing/payments/service.ts';
import { personalData as referrals } from '../servicing/referrals/service.ts';
import { personalData as reminders } from '../servicing/reminders/service.ts';
import { personalData as withdrawals } from '../servicing/withdrawals/service.ts';
import { personalData as actions } from '../loans/actions/service.ts';
import { personalData as books } from '../loans/books/service.ts';
import { personalData as ledger } from '../loans/ledger/service.ts';
import { personalData as taxPoints } from '../loans/tax-points/service.ts';
import { personalData as writeOffs } from '../loans/write-off/service.ts';
import { personalData as rulings } from '../loans/manual-resolutions/service.ts';
import { personalData as payouts } from '../loans/payout-files/service.ts';
import { personalData as loans } from '../loans/service.ts';
import { personalData as customers } from '../customers/service.ts';
import { personalData as documents } from '../customers/documents/service.ts';
import { personalData as drafts } from '../customers/drafts/service.ts';
import { personalData as holds } from '../customers/holds/service.ts';
import { personalData as identity } from '../customers/identity/service.ts';
import { personalData as notes } from '../customers/notes/service.ts';
import { personalData as preferences } from '../customers/preferences/service.ts';
import { personalData as profile } from '../customers/profile/service.ts';
import { personalData as screening } from '../customers/screening/service.ts';
import { personalData as sessions } from '../customers/sessions/service.ts';
import { personalData as tickets } from '../support/tickets/service.ts';
import { personalData as charges } from '../charges/service.ts';
import { personalData as messages } from '../messages/service.ts';
import { personalData as dataViews } from '../staff/data-views/service.ts';
import { personalData as staffActions } from '../staff/actions/service.ts';
import { personalData as events } from '../platform/events.ts';
import { type PersonalData, ofCustomer } from '../platform/personal-data.ts';

const personalData: PersonalData = {
  held: { erasure_request: { label: 'Pedidos de supresión', where: ofCustomer } },
};

/** Every feature that stores personal data, in the order of the downloaded file. */
export const FEATURES: readonly PersonalData[] = [
  customers,
  leads,
  partnerLeads,
  claims,
  sessions,
  profile,
  documents,
  identity,
  holds,
  screening,
  offers,
  exceptions,
  loans,
  contracts,
  payouts,
  rulings,
  books,
  writeOffs,
  taxPoints,
  invoices,
  actions,
  payments,
  charges,
  debits,
  withdrawals,
  memberships,
  reminders,
  collections,
  events,
  personalData,
  ledger,
  tickets,
  notes,
  certificates,
  cancellations,
  messages,
  preferences,
  contactChanges,
  referrals,
  drafts,
  staffActions,
  dataViews,
];
