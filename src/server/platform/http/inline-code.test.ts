import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { inlineCode, policyWith } from './inline-code.ts';

const digest = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test('of the scripts and styles in a page only those with code need leave', () => {
  const page =
    '<head><script data-entries="/assets/a.js">begin();</script>\n' +
    '<style>a>b{color:red}</style><link rel="stylesheet" href="/assets/b.css">' +
    '<script type="module" crossorigin src="/assets/b.js"></script></head>' +
    '<script type="application/json" id="first-answer"><!--answer--></script>';
  expect(inlineCode(page)).toEqual({ script: [digest('begin();')], style: [digest('a>b{color:red}')] });
});

test('the leave is for those very bytes, beside what the policy lets in anyway', () => {
  const policy = "default-src 'none';script-src 'self' https://chat.example;style-src 'self'";
  expect(policyWith(policy, { script: [digest('a')], style: [digest('b')] })).toBe(
    `default-src 'none';script-src 'self' ${digest('a')} https://chat.example;style-src 'self' ${digest('b')}`,
  );
  expect(policyWith(policy, { script: [], style: [] })).toBe(policy);
});
