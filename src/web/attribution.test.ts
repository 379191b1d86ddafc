import { expect, it } from 'vitest';
import { attribution, noteVisit } from './attribution.ts';
import { applicationToken, enterChannel } from './channel.ts';
import { memoryStorage, readObject } from './storage.ts';

const now = new Date('2026-11-21T12:00:00Z');

it.each(['utm_campaign', 'utm', 'utm_source', 'utm_medium'])('keeps a visit with %s', (mark) => {
  const storage = memoryStorage();
  noteVisit({ search: `?${mark}=x&b=2`, referrer: 'https://amigo.example/', now }, storage);
  expect(attribution(storage)).toEqual({ referrer: 'https://amigo.example/', parameter: `${mark}=x&b=2` });
  expect(readObject(storage, 'cuota.attribution')?.last_seen).toBe('2026-11-21T12:00:00.000Z');
});

it('is not changed by a visit without a mark', () => {
  const storage = memoryStorage();
  noteVisit({ search: '?utm=x', referrer: 'a', now }, storage);
  noteVisit({ search: '?hash=y', referrer: 'b', now }, storage);
  expect(attribution(storage)).toEqual({ referrer: 'a', parameter: 'utm=x' });
  expect(attribution(memoryStorage())).toEqual({ referrer: '', parameter: '' });
});

it.each(['rappi', 'victor-hogar', 'plataforma-10'])(
  'sets the channel on the partner route of %s only, and keeps it for later calls',
  (channel) => {
    const storage = memoryStorage();
    enterChannel('/otra', storage);
    expect(applicationToken(storage)).toBe('web');
    enterChannel(`/${channel}`, storage);
    enterChannel('/signup', storage);
    expect(applicationToken(storage)).toBe(channel);
  },
);
