import { packOf } from '../../../countries/index.ts';
import { reminderEmail } from '../../../countries/messages/reminder-messages.ts';
import type { EmailMessage } from '../../../countries/messages/messages.ts';
import { localDate } from '../../../countries/local-time.ts';
import { preferencesUrl, type Contact } from '../../customers/preferences/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Loan } from '../../loans/service.ts';
import type { Tx } from '../../platform/database.ts';
import { factsOf, payableOf, surroundingsOf } from './facts.ts';
import { ofCustomer, ofLoan, type PersonalData } from '../../platform/personal-data.ts';

/**
 * Letter for a customer willing to pay: the reminder's text with the amounts payable today.
 * @returns undefined if nothing can be paid
 */
export async function paymentLetter(
  tx: Tx,
  deps: Pick<Dependencies, 'config' | 'clock' | 'holidays'>,
  loan: Loan,
  contact: Contact,
): Promise<EmailMessage | undefined> {
  const { config, clock } = deps;
  const now = clock.now();
  const payable = payableOf(loan, now);
  if (payable.length === 0) return undefined;
  const day = { country: loan.country, date: localDate(now, loan.country) };
  const facts = factsOf(await surroundingsOf(tx, deps, day, [loan]), loan, contact, payable);
  if (!facts) return undefined;
  const sender = { brand: config.BRAND, pack: packOf(loan.country) };
  const offUrl = preferencesUrl(config, contact);
  return reminderEmail(sender, { ...facts, firstName: contact.firstName, offUrl });
}

export const personalData: PersonalData = {
  held: {
    reminder_notice: { label: 'Recordatorios', where: ofCustomer },
    reminder: { label: 'Cuotas de los recordatorios', where: ofLoan },
  },
};
