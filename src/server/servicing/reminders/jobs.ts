import { mayUseNow } from '../../../countries/law/contact-terms.ts';
import { announcementsName } from '../debits/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { DailyJob } from '../../platform/work/daily.ts';
import { remind, remindersName } from './remind.ts';
import { sendReminderSms } from './sms.ts';

export function reminderDays(deps: Dependencies): DailyJob[] {
  return [
    // Runs after announcements, so that a reminder knows of a debit announced and charged on the same day.
    { name: remindersName, after: announcementsName, run: (day) => remind(deps, day) },
    {
      name: 'reminder-sms',
      after: remindersName,
      mayStart: (now, country) => mayUseNow(country, 'sms', now, deps.holidays.knownAt(country, now)),
      run: (day) => sendReminderSms(deps, day),
    },
  ];
}
