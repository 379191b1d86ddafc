import { readFileSync } from 'node:fs';
import { create, type Font, type GlyphRun } from 'fontkit';
import PdfWriter from 'pdfkit';
import { replaceUnprintable } from '../../../countries/identifiers/printable.ts';

/** Declares the PDF/UA properties: PDF/A requires a file to describe every property outside its own list. */
const uaSchema = `
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
    xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
  <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
    <pdfaSchema:schema>PDF/UA Universal Accessibility Schema</pdfaSchema:schema>
    <pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
    <pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
    <pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
      <pdfaProperty:name>part</pdfaProperty:name>
      <pdfaProperty:valueType>Integer</pdfaProperty:valueType>
      <pdfaProperty:category>internal</pdfaProperty:category>
      <pdfaProperty:description>Part of ISO 14289 that the file conforms to</pdfaProperty:description>
    </rdf:li></rdf:Seq></pdfaSchema:property>
  </rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>`;

interface XmpFacts {
  readonly language: string;
  readonly title: string;
  readonly subject?: string;
  readonly author: string;
  readonly producer: string;
  readonly at: Date;
}

/** XMP metadata of a file: the same facts as its information dictionary, and the conformance to PDF/UA-1. */
function xmpFacts({ language, title, subject, author, producer, at }: XmpFacts): string {
  const date = `${at.toISOString().slice(0, 19)}Z`;
  const alternative = (words: string) =>
    `<rdf:Alt><rdf:li xml:lang="x-default">${escaped(words)}</rdf:li></rdf:Alt>`;
  return `
<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
    xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
  <pdfuaid:part>1</pdfuaid:part>
  <xmp:CreateDate>${date}</xmp:CreateDate>
  <xmp:ModifyDate>${date}</xmp:ModifyDate>
  <xmp:CreatorTool>${escaped(author)}</xmp:CreatorTool>
  <pdf:Producer>${escaped(producer)}</pdf:Producer>
  <dc:title>${alternative(title)}</dc:title>
  <dc:creator><rdf:Seq><rdf:li>${escaped(author)}</rdf:li></rdf:Seq></dc:creator>
  <dc:language><rdf:Bag><rdf:li>${escaped(language)}</rdf:li></rdf:Bag></dc:language>${
    subject === undefined ? '' : `\n  <dc:description>${alternative(subject)}</dc:description>`
  }
</rdf:Description>${uaSchema}`;
}

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * Text that the font can display. Forms refuse other characters, so they occur only in older data or in data
 * from a device: accents, ligatures and widths that the font lacks are resolved, anything else becomes '?'.
 */
export function writable(words: string): string {
  return replaceUnprintable(words.normalize('NFC'), bare);
}

function bare(letter: string): string {
  if (letter === '\n') return letter;
  if (/[\p{Z}\t]/u.test(letter)) return ' ';
  // Removes invisible characters: accents of other scripts, direction marks, controls, soft hyphens.
  if (/[\p{M}\p{C}]/u.test(letter)) return '';
  // Strips accents; resolves ligatures and wide digits.
  const base = letter.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return base !== letter && replaceUnprintable(base, () => '') === base ? base : '?';
}

export type Pdf = PDFKit.PDFDocument;
export type Section = PDFKit.PDFStructureElement;

export const ink = '#1c2430';
export const faint = '#5b6675';
const line = '#c9d1db';
export const regular = 'regular';
export const bold = 'bold';
/** Points; A4 is 595 points wide. */
export const margin = 56;
const producer = 'Cuota';

/**
 * One font family for all documents (docs/product/rights.md#papers); each file embeds only the glyphs it
 * uses.
 */
const fonts = [
  [regular, readFont('LiberationSans-Regular.ttf')],
  [bold, readFont('LiberationSans-Bold.ttf')],
] as const;

/** Parses a font once for all documents, since that takes as long as typesetting one. */
function readFont(name: string): Buffer {
  const font = create(readFileSync(new URL(`fonts/${name}`, import.meta.url)));
  // fontkit assigns a glyph the first character it is requested for, which is none if it first occurs as part
  // of another (c of ç).
  for (const code of font.characterSet) font.glyphForCodePoint(code);
  shapeOnce(font);
  // PDFKit accepts parsed fonts; its types allow only files.
  return font as unknown as Buffer;
}

/** Shaped words to keep; papers repeat a few thousand. */
const mostWords = 5_000;

/** Shapes a word once for all documents, since the font's rules take half of the time of typesetting. */
function shapeOnce(font: Font): void {
  const shape = font.layout.bind(font);
  const known = new Map<string, GlyphRun>();
  font.layout = (word, features) => {
    if (features) return shape(word, features);
    const found = known.get(word) ?? shape(word);
    if (known.size >= mostWords) known.clear();
    known.set(word, found);
    // PDFKit scales the positions in place.
    return copied(found, { positions: found.positions.map((each) => copied(each)) });
  };
}

const copied = <T extends object>(from: T, change: Partial<T> = {}): T =>
  Object.assign(Object.create(Object.getPrototypeOf(from) as object) as T, from, change);

interface PdfFacts {
  readonly language: string;
  readonly title: string;
  readonly subject?: string;
  readonly author: string;
  readonly at: Date;
  /** Points kept free at the bottom of each page. */
  readonly footMargin: number;
}

/**
 * Writes an A4 PDF that conforms to PDF/A-2u for archiving and PDF/UA-1 for screen readers. The same facts
 * and drawing produce the same bytes, because date and identifier are derived from `at`.
 * @param draw fills the document's single section
 * @param finish draws on the pages once their number is known
 */
export function writePdf(
  facts: PdfFacts,
  draw: (pdf: Pdf, section: Section) => void,
  finish: (pdf: Pdf) => void = () => undefined,
): Promise<Buffer> {
  const { language, title, subject, author, at, footMargin } = facts;
  const pdf = new PdfWriter({
    size: 'A4',
    margins: { top: margin, left: margin, right: margin, bottom: footMargin },
    pdfVersion: '1.7',
    tagged: true,
    lang: language,
    displayTitle: true,
    bufferPages: true,
    // Prevents the library from starting with a standard font, which is not embedded.
    font: '',
    subset: 'PDF/A-2b',
    info: {
      Title: title,
      ...(subject === undefined ? {} : { Subject: subject }),
      Author: author,
      Creator: author,
      Producer: producer,
      CreationDate: at,
      ModDate: at,
    },
  });
  for (const [name, font] of fonts) pdf.registerFont(name, font);
  pdf.font(regular);
  writeWritable(pdf);
  // Level U requires text to map to Unicode. The library supports only level B, and does not escape its own
  // metadata.
  Object.assign(pdf, {
    subset_conformance: 'U',
    _addInfo: () => pdf.appendXML(xmpFacts({ ...facts, producer })),
  });
  const written = collect(pdf);
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  const section = pdf.struct('Sect');
  root.add(section);
  draw(pdf, section);
  section.end();
  root.end();
  finish(pdf);
  pdf.end();
  return written;
}

/** Wraps the functions that write or measure text with {@link writable}. */
function writeWritable(pdf: Pdf): void {
  for (const name of ['text', 'heightOfString'] as const) {
    const work = pdf[name].bind(pdf) as (words: string, ...rest: unknown[]) => unknown;
    Object.assign(pdf, { [name]: (words: string, ...rest: unknown[]) => work(writable(words), ...rest) });
  }
}

function collect(pdf: Pdf): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
}

interface Style {
  readonly font?: string;
  /** Points, as are the spaces before and after. */
  readonly size: number;
  readonly color?: string;
  readonly before?: number;
  readonly after?: number;
}

/** Options of a structure element, including those that the library's types omit. */
interface ElementOptions extends PDFKit.Mixins.StructureElementOptions {
  /** Bounding box of a figure: left, top, right, bottom. */
  readonly bbox?: readonly [number, number, number, number];
  /** Cells that a table header applies to. */
  readonly scope?: 'Row' | 'Column';
}

/** Draws content as an element of the document structure: H1, P, Figure, TD … */
export function writeElement(
  pdf: Pdf,
  parent: Section,
  type: string,
  draw: (() => void) | (() => void)[],
  options: ElementOptions = {},
): void {
  const element = pdf.struct(type, options, draw);
  parent.add(element);
  element.end();
}

export function writeText(pdf: Pdf, section: Section, type: string, words: string, style: Style): void {
  pdf.y += style.before ?? 0;
  pdf.x = margin;
  writeElement(pdf, section, type, () => {
    pdf
      .font(style.font ?? regular)
      .fontSize(style.size)
      .fillColor(style.color ?? ink);
    pdf.text(words, { lineGap: 2, width: pdf.page.width - 2 * margin });
  });
  pdf.y += style.after ?? 4;
}

/** Draws decoration, which screen readers skip; page numbers and the like have the type Pagination. */
export function artifact(pdf: Pdf, work: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
  pdf.markContent('Artifact', { type });
  work();
  pdf.endMarkedContent();
}

export function drawRule(pdf: Pdf, at: number): void {
  artifact(pdf, () =>
    pdf
      .moveTo(margin, at)
      .lineTo(pdf.page.width - margin, at)
      .lineWidth(0.5)
      .strokeColor(line)
      .stroke(),
  );
}
