import { describe, expect, test } from 'vitest';
import { sampleMessages } from '../testing/sample-messages.ts';
import { WHATSAPP_KINDS, WHATSAPP_TEMPLATES } from './whatsapp-templates.ts';

const placesOf = (body: string) => [...body.matchAll(/\{\{(\d+)\}\}/g)].map(([, place]) => Number(place));

describe.each(Object.entries(WHATSAPP_TEMPLATES))('the template of a %s', (_kind, template) => {
  const { name, category, body, button, ttlSeconds } = template;

  test('is one that Meta takes', () => {
    expect(name).toMatch(/^[a-z0-9_]{1,512}$/);
    // Authentication templates have Meta's own text, and live for 30 seconds to 15 minutes; others up to 12 hours.
    expect(body === undefined).toBe(category === 'authentication');
    expect(button.kind).toBe(category === 'authentication' ? 'copy-code' : 'url');
    expect(ttlSeconds).toBeGreaterThanOrEqual(30);
    expect(ttlSeconds).toBeLessThanOrEqual(category === 'authentication' ? 900 : 43_200);
    expect(button.kind === 'url' ? button.text.length : 0).toBeLessThanOrEqual(25);
    // Placeholders are never first, last or adjacent, and count from 1.
    expect(body ?? '').not.toMatch(/^\{\{|\}\}$|\}\}\s*\{\{/);
    expect(placesOf(body ?? '')).toEqual(placesOf(body ?? '').map((_place, index) => index + 1));
  });
});

describe.each(['AR', 'UY'] as const)('the messages of %s', (code) => {
  const templates = Object.values(sampleMessages(code)).flatMap((message) =>
    'template' in message ? [message.template] : [],
  );

  test('have a template for each kind', () => {
    // Two templates are codes (phone, re-authentication); two are links (login, other account).
    expect(templates.map(({ kind }) => kind).toSorted()).toEqual(
      [...WHATSAPP_KINDS, 'code', 'link'].toSorted(),
    );
  });

  test.each(templates)(
    'fill every place of that of a $kind, and its button',
    ({ kind, parameters, button }) => {
      const { body, category } = WHATSAPP_TEMPLATES[kind];
      expect(parameters).toHaveLength(body === undefined ? 1 : placesOf(body).length);
      for (const text of [...parameters, button]) {
        expect(text).not.toBe('');
        expect(text).not.toMatch(/[\n\t]| {2}/);
      }
      expect(button).not.toMatch(/^https?:|^\//);
      expect(category === 'authentication' ? button.length : 0).toBeLessThanOrEqual(15);
    },
  );
});
