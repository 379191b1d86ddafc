import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contract, type CallKey } from '../contract.ts';
import type { Endpoint } from '../endpoint.ts';
import { failures, type FailureCode } from '../failures.ts';
import {
  CALL_LIMITS,
  CALL_OBJECTS,
  CALLER_ROWS,
  STRANGER_OUTCOMES,
  type BorrowerCall,
  type CallerRow,
} from './caller-rows.ts';

const rows = Object.entries(CALLER_ROWS) as [BorrowerCall, CallerRow][];
const definitionOf = (key: CallKey): Endpoint => contract[key];

const CALLERS = {
  public: 'Anybody',
  optional: 'Anybody; the owner’s login shows more',
  customer: 'A logged-in customer',
  service: 'A holder of the service token',
} as const;

const isFailure = (stranger: CallerRow['stranger']): stranger is FailureCode => stranger in failures;

function strangerText({ access }: Endpoint, { stranger }: CallerRow): string {
  const text = isFailure(stranger) ? `${failures[stranger][0]} \`${stranger}\`` : STRANGER_OUTCOMES[stranger];
  if (access === 'customer') return `401 \`unauthenticated\`; logged in as another: ${text}`;
  if (access === 'service') return `401 \`service_token\`; with the token: ${text}`;
  return text;
}

function pageOf(): string {
  const lines = rows.map(([key, row]) => {
    const definition = definitionOf(key);
    const caller = CALLERS[definition.access as keyof typeof CALLERS];
    const limits = row.limits.map((limit) => `\`${limit}\``).join(', ') || '—';
    return `| \`${key}\` | ${caller}${definition.provedEmail ? ' with a proved address' : ''} | ${CALL_OBJECTS[row.object]} | ${strangerText(definition, row)} | ${limits} |`;
  });
  const limits = Object.entries(CALL_LIMITS).map(([name, what]) => `- \`${name}\`: ${what}`);
  return `# Calls of borrowers: callers, owners, strangers, limits

Generated from \`src/contract\` by \`src/contract/rows/caller-rows.test.ts\`, which fails while this page is stale (\`npx vitest run --project unit src/contract/rows -u\` writes it). \`src/server/attacks/every-call.test.ts\` makes each call as a stranger, compares the answer with its row and the owner’s account before and after. A new call does not compile without its row ([decision](decisions/0144-a-row-for-every-call.md)).

A stranger knows the owner’s document number, loan id and payment hash. Calls of the staff have [their own page](access-staff.md). Every call counts towards the load limit of its process; the last column has the limits of its own:

${limits.join('\n')}

| Call | Caller | Object | Answer to a stranger | Limits |
|---|---|---|---|---|
${lines.join('\n')}
`;
}

test('docs/access-calls.md is this table', async () => {
  await expect(pageOf()).toMatchFileSnapshot(
    join(import.meta.dirname, '..', '..', '..', 'docs', 'access-calls.md'),
  );
});

test('a row declares failures that its call has', () => {
  // Any call may answer these.
  const common: readonly FailureCode[] = ['not_found'];
  const wrong = rows.filter(
    ([key, { stranger }]) =>
      isFailure(stranger) && !common.includes(stranger) && !definitionOf(key).failures.includes(stranger),
  );
  expect(wrong.map(([key]) => key)).toEqual([]);
});

test('a call answers too_many where a row has a limit, and nowhere else', () => {
  // Photos have a sentence of their own.
  const isLimited = (key: BorrowerCall) =>
    definitionOf(key).failures.some(
      (code) => code === 'too_many' || code === 'image_quota' || code === 'phone_code_spent',
    );
  expect(
    rows.filter(([key, { limits }]) => isLimited(key) !== limits.length > 0).map(([key]) => key),
  ).toEqual([]);
});

test('a public call of one person hides the person, or asks for a secret', () => {
  const open = rows.filter(
    ([key, { object, stranger }]) =>
      definitionOf(key).access !== 'customer' && object !== 'nobody' && stranger === 'public',
  );
  expect(open.map(([key]) => key)).toEqual([]);
});
