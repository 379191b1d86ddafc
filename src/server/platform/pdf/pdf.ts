import PdfWriter from 'pdfkit';
import { writable } from './letters.ts';

export type Pdf = PDFKit.PDFDocument;
export type Section = PDFKit.PDFStructureElement;

export const ink = '#1c2430';
export const faint = '#5b6675';
export const line = '#c9d1db';
export const regular = 'Helvetica';
export const bold = 'Helvetica-Bold';
/** Points; A4 is 595 wide. */
export const margin = 56;

export interface PdfFacts {
  readonly language: string;
  readonly title: string;
  readonly subject?: string;
  readonly author: string;
  readonly at: Date;
  /** Points kept free at the foot of each page. */
  readonly footMargin: number;
}

/**
 * Writes an A4 PDF: tagged, in its language, selectable text. The same facts and drawing give the same bytes:
 * what varies (date, identifier) follows from `at`.
 * @param draw fills the one section of the document
 * @param finish draws over the pages once their number is known
 */
export function writePdf(
  { language, title, subject, author, at, footMargin }: PdfFacts,
  draw: (pdf: Pdf, section: Section) => void,
  finish: (pdf: Pdf) => void = () => undefined,
): Promise<Buffer> {
  const pdf = new PdfWriter({
    size: 'A4',
    margins: { top: margin, left: margin, right: margin, bottom: footMargin },
    pdfVersion: '1.7',
    tagged: true,
    lang: language,
    displayTitle: true,
    bufferPages: true,
    info: {
      Title: title,
      ...(subject === undefined ? {} : { Subject: subject }),
      Author: author,
      Creator: author,
      Producer: 'Cuota',
      CreationDate: at,
      ModDate: at,
    },
  });
  writeWritable(pdf);
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

/** All words that are written or measured, also by the library's own tables. */
function writeWritable(pdf: Pdf): void {
  for (const name of ['text', 'widthOfString', 'heightOfString'] as const) {
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
  /** Points, as the spaces before and after. */
  readonly size: number;
  readonly color?: string;
  readonly before?: number;
  readonly after?: number;
}

/** Text over the whole width as an element of the document's structure: H1, P … */
export function writeText(pdf: Pdf, section: Section, type: string, words: string, style: Style): void {
  pdf.y += style.before ?? 0;
  pdf.x = margin;
  const element = pdf.struct(type, {}, () => {
    pdf
      .font(style.font ?? regular)
      .fontSize(style.size)
      .fillColor(style.color ?? ink);
    pdf.text(words, { lineGap: 2, width: pdf.page.width - 2 * margin });
  });
  section.add(element);
  element.end();
  pdf.y += style.after ?? 4;
}

/** Lines and page numbers are no content for a screen reader. */
export function artifact(pdf: Pdf, work: () => void): void {
  pdf.markContent('Artifact');
  work();
  pdf.endMarkedContent();
}
