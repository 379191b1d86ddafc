import { create } from 'fontkit';
import { readFileSync } from 'node:fs';
import PdfWriter from 'pdfkit';
import { expect, test } from 'vitest';
import { replaceUnprintable } from '../../../countries/identifiers/printable.ts';
import {
  artifact,
  bold,
  drawRule,
  type Pdf,
  type Section,
  writeElement,
  writePdf,
  writeText,
} from './pdf.ts';
import { conformanceFaults, spokenText } from './testing/conformance.ts';
import { linesOf } from './testing/pdf-page.ts';

const facts = {
  language: 'es-AR',
  title: 'Título & <más>',
  subject: 'Préstamo de "Ana" & Cía.',
  author: 'Marca & Cía.',
  at: new Date('2026-11-26T12:00:00Z'),
  footMargin: 72,
};
const names = 'Łukasz Ñandú Żółć Çağrı Ő Ag\u0303uero Nguyễn Šimić Đurić Ærøskøbing ĲČĄß';

const sample = (draw: (pdf: Pdf, section: Section) => void, changes: Partial<typeof facts> = {}) =>
  writePdf({ ...facts, ...changes }, (pdf, section) => {
    writeText(pdf, section, 'H1', names, { font: bold, size: 20 });
    draw(pdf, section);
  });

test('a paper shows the letters that were accepted, in both weights, and is PDF/A-2u and PDF/UA-1', async () => {
  const bytes = await sample((pdf, section) => writeText(pdf, section, 'P', names, { size: 10 }));
  expect(linesOf(bytes).join('').replaceAll(names, '')).toBe('');
  expect(spokenText(bytes)).toEqual([names, names]);
  expect(conformanceFaults(bytes)).toEqual([]);
});

test('a paragraph that goes on over pages stays one element and conforms', async () => {
  const words = 'Cada cuota vence el día diez. '.repeat(200).trim();
  const bytes = await sample((pdf, section) => writeText(pdf, section, 'P', words, { size: 10 }));
  expect(spokenText(bytes)).toEqual([names, words]);
  expect(conformanceFaults(bytes)).toEqual([]);
});

test('a letter keeps its text after papers that used it in accented ones only', async () => {
  await sample((pdf, section) => writeText(pdf, section, 'P', 'Çağrı', { size: 10 }));
  const bytes = await sample((pdf, section) => writeText(pdf, section, 'P', 'Cacería', { size: 10 }));
  expect(linesOf(bytes)).toContain('Cacería');
});

test('the same facts give the same bytes', async () => {
  const once = await sample(() => undefined);
  await sample((pdf, section) => writeText(pdf, section, 'P', 'Otra', { size: 10 }));
  expect((await sample(() => undefined)).equals(once)).toBe(true);
});

test.each<[string, (pdf: Pdf, section: Section) => void]>([
  ["shape '' is neither content nor artifact", (pdf) => pdf.rect(60, 60, 9, 9).fill('#000000')],
  ["text 'suelto' is neither content nor artifact", (pdf) => pdf.text('suelto')],
  [
    'a colour is not of the output intent',
    (pdf) => artifact(pdf, () => pdf.fillColor([0, 0, 0, 99]).rect(9, 9, 9, 9).fill()),
  ],
  [
    'a page is transparent',
    (pdf) => artifact(pdf, () => pdf.fillOpacity(0.5).rect(60, 60, 9, 9).fill('#000000')),
  ],
  ['Helvetica is not embedded', (pdf) => artifact(pdf, () => pdf.font('Helvetica').text('otra'))],
  ['levels of headings leave one out', (pdf, section) => writeText(pdf, section, 'H3', 'Tres', { size: 9 })],
  [
    'a figure has no words or no place',
    (pdf, section) => writeElement(pdf, section, 'Figure', () => drawRule(pdf, 9)),
  ],
  ['Quote is no standard element', (pdf, section) => writeText(pdf, section, 'Quote', 'Cita', { size: 9 })],
  [
    'a head of a table says not of what',
    (pdf, section) => {
      const table = pdf.struct('Table');
      section.add(table);
      const row = pdf.struct('TR');
      table.add(row);
      writeElement(pdf, row, 'TH', () => pdf.text('Capital'));
    },
  ],
])('the checker finds: %s', async (fault, draw) => {
  expect(conformanceFaults(await sample(draw))).toContain(fault);
});

test('the checker finds what a plain file of the library lacks', async () => {
  const pdf = new PdfWriter({ pdfVersion: '1.7', info: { Title: 'Uno & dos' } });
  pdf.text('Uno');
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => pdf.on('end', resolve));
  pdf.end();
  await ended;
  expect(conformanceFaults(Buffer.concat(chunks))).toEqual(
    expect.arrayContaining([
      'the file has no language',
      'the file is not marked as tagged',
      'the file has no structure',
      'viewers show the name of the file',
      'metadata are no XML',
      'metadata do not say level U',
      'metadata do not say PDF/UA-1',
      'no output intent of PDF/A',
      'Helvetica is not embedded',
      'the structure is empty',
    ]),
  );
});

test.each(['Regular', 'Bold'])('the font %s has every character that the forms accept', (weight) => {
  const font = create(readFileSync(new URL(`fonts/LiberationSans-${weight}.ttf`, import.meta.url)));
  const everything = Array.from({ length: 0x1_0000 }, (_none, code) => code).filter(
    (code) => code < 0xd800 || code > 0xdfff,
  );
  const printable = everything.filter(
    (code) => replaceUnprintable(String.fromCodePoint(code), () => '') !== '',
  );
  expect(printable.filter((code) => !font.hasGlyphForCodePoint(code))).toEqual([]);
  const glyphs = new Set(printable.map((code) => font.glyphForCodePoint(code).id));
  // Else one of two would be copied as the other.
  expect(glyphs.size).toBe(printable.length);
});
