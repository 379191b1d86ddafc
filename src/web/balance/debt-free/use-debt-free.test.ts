import { expect, it } from 'vitest';
import { opensNoWindows } from './debt-free-panel.tsx';

const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const linux = 'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  ['Apple Computer, Inc.', `${mac} Version/17.0 Safari/605.1.15`],
  ['Apple Computer, Inc.', `${phone} CriOS/120.0.0.0 Mobile/15E148 Safari/604.1`],
  ['', `${mac} Version/17.0 Safari/605.1.15`],
  ['Google Inc.', `${phone} Version/17.0 Mobile/15E148 Safari/604.1`],
])('takes %j with %j for Safari', (vendor, userAgent) => {
  expect(opensNoWindows({ vendor, userAgent })).toBe(true);
});

it.each([
  ['Google Inc.', `${linux} Chrome/120.0.0.0 Mobile Safari/537.36`],
  ['Google Inc.', `${linux} Version/4.0 Mobile Safari/534.30`],
  ['', 'Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0'],
])('takes %j with %j for another browser', (vendor, userAgent) => {
  expect(opensNoWindows({ vendor, userAgent })).toBe(false);
});
