import { expect, it } from 'vitest';
import { detailLines } from './texts.ts';

const item = (name: string, detail: object) => ({
  id: '1',
  at: '2026-11-27T12:00:00Z',
  source: 'event' as const,
  name,
  by: '',
  state: '',
  detail: JSON.stringify(detail),
});

it.each([
  ['password', 'Medio: contraseña'],
  ['magic', 'Medio: link por mail'],
  ['sms', 'Medio: código por SMS'],
])('names the way of a login by %s in words', (method, line) => {
  expect(detailLines(item('login', { method }) as Parameters<typeof detailLines>[0], 'AR', false)).toEqual([
    line,
  ]);
});
