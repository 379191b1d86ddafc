import { describe, expect, test } from 'vitest';
import { packOf } from '../../countries/index.ts';
import { lenderNotice } from '../../countries/lender.ts';
import { letterText } from '../../countries/messages/letter.ts';
import { SERVER_ENTRIES } from '../../countries/server-entries.ts';
import { welcomeEmail } from '../../countries/messages/messages.ts';
import { sampleMessages, sampleUrl } from '../../countries/testing/sample-messages.ts';
import { letterHtml } from './letter-html.ts';

const shownOf = (html: string) => html.replace(/^.*<body[^>]*>/, '').replaceAll(/<[^>]+>/g, '');

describe.each(['AR', 'UY'] as const)('%s', (code) => {
  const emails = Object.entries(sampleMessages(code)).flatMap(([name, message]) =>
    'letter' in message ? [[name, message] as const] : [],
  );

  test.each(emails)('%s says the same in text and in HTML', (_name, { text, letter }) => {
    const html = letterHtml(letter);
    const shown = shownOf(html);
    for (const line of text.split('\n\n')) {
      const [label = ''] = line.split(`: ${sampleUrl}`);
      expect(shown).toContain(label);
    }
    expect(html).toContain(`<a href="${sampleUrl}`);
    // The address itself as well, for mail programs that show no button.
    expect(shown).toContain(sampleUrl);
  });

  test.each(emails)('%s is signed by its lender in both', (_name, { letter }) => {
    const lender = lenderNotice(packOf(code), letter.brand, SERVER_ENTRIES[code].lender.demonstration);
    const signed = `El equipo de ${letter.brand}\n\n${lender}`;
    // A way to receive no more of the kind stays last.
    const last = letter.footer ? `${signed}\n\n${letter.footer.label}: ${letter.footer.url}` : signed;
    expect(letterText({ ...letter, lender }).endsWith(last)).toBe(true);
    const shown = shownOf(letterHtml({ ...letter, lender }));
    expect(shown.endsWith(`${lender}${letter.footer?.label ?? ''}`)).toBe(true);
  });

  test.each(emails)(
    '%s is one column of at most 600 px, without pictures or anything from elsewhere',
    (_name, { letter }) => {
      const html = letterHtml(letter);
      expect(html).toMatch(new RegExp(`^<!doctype html><html lang="es-${code}">`));
      expect(html).toContain('<meta name="viewport" content="width=device-width,initial-scale=1">');
      expect(html).toContain('max-width:600px');
      expect(html).not.toMatch(/<(img|script|link|style|iframe|video|object)|url\(|@import|background="/i);
      const widths = [...html.matchAll(/(?<!max-)width[:=]"?(\d+)(px|%)?/g)].map(([, size, unit]) => ({
        size,
        unit,
      }));
      for (const width of widths) expect(width).toEqual({ size: '100', unit: '%' });
      // Rows of one cell each: nothing stands beside anything.
      expect(html).not.toMatch(/<\/td>\s*<td/);
      const sizes = [...html.matchAll(/font-size:(\d+)px/g)].map(([, size]) => Number(size));
      expect(Math.min(...sizes)).toBeGreaterThanOrEqual(14);
    },
  );
});

test('what a person typed cannot become markup', () => {
  const { letter, text } = welcomeEmail(
    { brand: 'Wayni', pack: packOf('AR') },
    { firstName: `<b>"Ana" & 'x'`, url: 'https://a/?b=1&c="' },
  );
  const html = letterHtml(letter);
  expect(html).toContain('&lt;b&gt;&quot;Ana&quot; &amp; &#39;x&#39;');
  expect(html).toContain('href="https://a/?b=1&amp;c=&quot;"');
  expect(html).not.toContain('<b>');
  expect(text).toContain(`<b>"Ana" & 'x'`);
});
