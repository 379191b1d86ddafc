import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../../testing/new-folder.ts';

const program = join(import.meta.dirname, '..', '..', '..', '..', 'scripts', 'check-contacts.mjs');

/** Output of the check for a project with these files. */
function check(files: Readonly<Record<string, string>>): readonly string[] {
  const folder = newFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const { stderr } = spawnSync(process.execPath, [program, folder], { encoding: 'utf8' });
  return stderr.trim().split('\n').filter(Boolean);
}

const reminders = "import { reminderEmail } from '../../countries/messages/reminder-messages.ts';";
const gate = "import { openGate, sendThroughGate } from '../collections/service.ts';";

test('a reminder that is enqueued beside the gate is found, and one that never asks it', () => {
  const sent = `${reminders}\n${gate}\nimport { enqueueMessages } from '../../messages/service.ts';`;
  expect(check({ 'src/server/loans/late.ts': sent })).toEqual([
    'src/server/loans/late.ts sends reminderEmail with enqueueMessages, beside the contact gate',
  ]);
  const link = "import { paymentLetter } from '../servicing/reminders/service.ts';";
  expect(check({ 'src/server/staff/link.ts': link })).toEqual([
    'src/server/staff/link.ts uses paymentLetter and does not send it with sendThroughGate',
  ]);
  const whole = "import * as reminder from '../../countries/messages/reminder-messages.ts';";
  expect(check({ 'src/server/loans/late.ts': whole })).toEqual([
    'src/server/loans/late.ts uses every reminder and does not send it with sendThroughGate',
  ]);
});

test('a new message waits until it is known whether it asks for a debt', () => {
  const message = 'export function finalNoticeEmail(to: Facts): EmailMessage { return email(to); }';
  for (const file of ['collection-messages.ts', 'reminder-messages.ts'])
    expect(check({ [`src/countries/messages/${file}`]: message })).toEqual([
      `src/countries/messages/${file}: is finalNoticeEmail a contact about a debt? scripts/check-contacts.mjs has to know`,
    ]);
});

test('what passes the gate, types, receipts and tests are no faults', () => {
  expect(
    check({
      'src/server/servicing/reminders/remind.ts': `${reminders}\n${gate}`,
      'src/server/loans/facts.ts':
        "import type { ReminderFacts } from '../../countries/messages/reminder-messages.ts';\nimport { enqueueMessage } from '../messages/service.ts';",
      'src/countries/messages/payment-messages.ts':
        'export function paymentEmail(to: Facts): EmailMessage { return email(to); }',
      'src/server/loans/late.test.ts': `${reminders}\nimport { enqueueMessages } from '../messages/service.ts';`,
    }),
  ).toEqual([]);
});
