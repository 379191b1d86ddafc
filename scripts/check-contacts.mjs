// Messages that ask for a debt pass the contact gate (docs/product/collections.md#contact-gate). Prints each message
// that could bypass it. A folder given as argument replaces the project's.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parseSync } from 'vite';

import { sourceFiles } from './source-files.mjs';

/** Functions that write or hand on a text that asks for a debt, by file. */
const COLLECTING = {
  'src/countries/messages/reminder-messages.ts': ['reminderEmail', 'reminderSms'],
  'src/server/servicing/reminders/service.ts': ['paymentLetter'],
};
/** Other files of messages, each with the reason why theirs are no contacts about a debt. */
const NO_CONTACT = {
  'access-messages.ts': 'answers to a login',
  'change-messages.ts': 'notices of what was agreed',
  'claim-messages.ts': 'answers to a request',
  'correction-messages.ts': 'notices of corrected data',
  'credit-messages.ts': 'receipts',
  'debit-messages.ts': 'announcements of a debit, and its result',
  'decision-messages.ts': 'answers to an application',
  'delivery-messages.ts': 'notices about the payout',
  'identity-messages.ts': 'answers to an application',
  'membership-messages.ts': 'results of a charge that was announced',
  'messages.ts': 'answers to a login or an application',
  'payment-messages.ts': 'receipts',
  'referral-messages.ts': 'notices of a reward',
  'ticket-messages.ts': 'answers to a request',
  'withdrawal-messages.ts': 'answers to a request',
};
const SENDERS = new Set(['enqueueMessage', 'enqueueMessages', 'messagesInsert']);
const GATE = 'sendThroughGate';
const GATE_FILE = 'src/server/servicing/collections/gate.ts';
const MESSAGES = 'src/countries/messages/';
const RETURNS_MESSAGE = /\b(?:EmailMessage|SmsMessage)\b/;

const folder = process.argv[2];
const files = (folder ? filesIn(folder) : sourceFiles()).filter(
  ({ path }) =>
    /^src\/(?:server|countries)\/.*\.ts$/.test(path) &&
    !/\.test\.ts$|\.test-program\.ts$|\/testing\//.test(path),
);
const collecting = new Set(Object.values(COLLECTING).flat());
const faults = files.flatMap(({ path, text }) => [
  ...unknownMessages(path, text),
  ...besideTheGate(path, text),
]);
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;

function filesIn(root) {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ path: file.slice(root.length + 1), text: readFileSync(file, 'utf8') }));
}

/** New messages, until it is written here whether they ask for a debt. */
function unknownMessages(path, text) {
  if (!path.startsWith(MESSAGES)) return [];
  const isKnown = path.slice(MESSAGES.length) in NO_CONTACT;
  const { program } = parse(path, text);
  const found = program.body.flatMap((node) => {
    const made = node.type === 'ExportNamedDeclaration' ? node.declaration : undefined;
    if (made?.type !== 'FunctionDeclaration' || !made.returnType) return [];
    const returns = text.slice(made.returnType.start, made.returnType.end);
    return RETURNS_MESSAGE.test(returns) ? [made.id.name] : [];
  });
  return found
    .filter((name) => !isKnown && !(COLLECTING[path] ?? []).includes(name))
    .map((name) => `${path}: is ${name} a contact about a debt? scripts/check-contacts.mjs has to know`);
}

/** Files that use such a text and could send it themselves, or never ask the gate. */
function besideTheGate(path, text) {
  if (path === GATE_FILE || !path.startsWith('src/server/')) return [];
  const { program } = parse(path, text);
  const imported = new Set(
    program.body
      .filter((node) => node.type === 'ImportDeclaration' && node.importKind !== 'type')
      .flatMap(({ specifiers }) =>
        specifiers.flatMap((each) => (each.importKind === 'type' ? [] : namesOf(each))),
      ),
  );
  const isWhole = imported.has('*') && /\/reminder-messages\.ts'/.test(text);
  const used = [...imported].filter((name) => collecting.has(name));
  if (used.length === 0 && !isWhole) return [];
  const what = used.join(', ') || 'every reminder';
  const sends = [...imported].filter((name) => SENDERS.has(name));
  if (sends.length > 0) return [`${path} sends ${what} with ${sends.join(', ')}, beside the contact gate`];
  const asks = imported.has(GATE) || path in COLLECTING;
  return asks ? [] : [`${path} uses ${what} and does not send it with ${GATE}`];
}

function namesOf({ type, imported }) {
  return type === 'ImportSpecifier' ? [imported.name] : ['*'];
}

function parse(path, text) {
  const parsed = parseSync(path, text, { lang: 'ts' });
  if (parsed.errors.length > 0) throw new Error(`${path} cannot be read: ${parsed.errors[0].message}`);
  return parsed;
}
