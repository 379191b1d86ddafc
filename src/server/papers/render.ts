import type { Block, PrintedDocument } from '../../countries/papers/loan-contract.ts';
import {
  artifact,
  bold,
  faint,
  ink,
  line,
  margin,
  type Pdf,
  regular,
  type Section,
  writePdf,
  writeText,
} from '../platform/pdf/pdf.ts';

const shade = '#eef3f8';
/** Points from the top of the page. */
const footerAt = 800;
const bodySize = 10;

/** Writes a document as PDF, with its pages numbered. */
export function renderPdf(printed: PrintedDocument): Promise<Buffer> {
  const { language, title, subtitle, author, at } = printed;
  return writePdf(
    { language, title, subject: subtitle, author, at, footMargin: 72 },
    (pdf, section) => {
      pdf.fillColor(ink);
      writeText(pdf, section, 'H1', title, { font: bold, size: 20 });
      writeText(pdf, section, 'P', subtitle, { size: bodySize, color: faint, after: 14 });
      for (const block of printed.blocks) draw(pdf, section, block);
    },
    (pdf) => numberPages(pdf, printed.footer),
  );
}

function draw(pdf: Pdf, section: Section, block: Block): void {
  switch (block.kind) {
    case 'heading':
      if (block.isNewPage) pdf.addPage();
      else keepTogether(pdf, 90);
      return writeText(pdf, section, 'H2', block.text, { font: bold, size: 14, before: 12, after: 6 });
    case 'subheading':
      keepTogether(pdf, 50);
      return writeText(pdf, section, 'H3', block.text, { font: bold, size: 11, before: 6, after: 2 });
    case 'paragraph':
      return writeText(pdf, section, 'P', block.text, { size: bodySize, after: 6 });
    case 'highlight':
      return highlight(pdf, section, block);
    case 'code':
      return code(pdf, section, block);
    case 'facts':
      return table(
        pdf,
        section,
        block.rows.map(([label, value]) => [label, value]),
        'facts',
        1,
      );
    case 'table':
      return table(pdf, section, block.rows, 'grid', block.amountsFrom, block.widths);
  }
}

/** A heading never stands alone at the foot of a page. */
function keepTogether(pdf: Pdf, height: number): void {
  if (pdf.y + height > pdf.page.maxY()) pdf.addPage();
}

/** The law wants this figure seen before the others: its own box and twice the size of theirs. */
function highlight(
  pdf: Pdf,
  section: Section,
  { label, value, note }: Extract<Block, { kind: 'highlight' }>,
): void {
  const height = 78;
  keepTogether(pdf, height + 12);
  const top = pdf.y;
  const width = pdf.page.width - 2 * margin;
  artifact(pdf, () => pdf.roundedRect(margin, top, width, height, 6).fill(shade));
  const lines: [string, number, string, number][] = [
    [label, 9.5, regular, 10],
    [value, 24, bold, 25],
    [note, 8.5, regular, 56],
  ];
  const element = pdf.struct(
    'P',
    {},
    lines.map(([words, size, font, down]) => () => {
      pdf.font(font).fontSize(size).fillColor(ink);
      pdf.text(words, margin + 14, top + down, { width: width - 28 });
    }),
  );
  section.add(element);
  element.end();
  pdf.x = margin;
  pdf.y = top + height + 12;
}

const codeWidth = 104;

/** Black on white with nothing near it, as cameras want it. */
function code(pdf: Pdf, section: Section, { drawing, alt, lines }: Extract<Block, { kind: 'code' }>): void {
  keepTogether(pdf, codeWidth + 24);
  const top = pdf.y + 12;
  const picture = pdf.struct('Figure', { alt }, () => {
    pdf
      .save()
      .translate(margin, top)
      .scale(codeWidth / drawing.size);
    pdf.path(drawing.path).fill('#000000').restore();
  });
  section.add(picture);
  picture.end();
  const left = margin + codeWidth + 20;
  const words = pdf.struct('P', {}, () => {
    pdf.font(regular).fontSize(9).fillColor(ink);
    pdf.text(lines.join('\n'), left, top + 4, { width: pdf.page.width - margin - left, lineGap: 3 });
  });
  section.add(words);
  words.end();
  pdf.x = margin;
  pdf.y = Math.max(pdf.y, top + codeWidth) + 12;
}

function table(
  pdf: Pdf,
  section: Section,
  rows: readonly (readonly string[])[],
  look: 'facts' | 'grid',
  amountsFrom: number,
  widths: readonly (number | '*')[] = [26, 62, '*', '*', '*', '*', '*', '*'],
): void {
  pdf.x = margin;
  pdf.fillColor(ink).font(regular);
  // The library's types leave out where a table hangs in the document's structure.
  const options: PDFKit.Mixins.TableOptionsWithData & { readonly structParent: Section } = {
    structParent: section,
    maxWidth: pdf.page.width - 2 * margin,
    columnStyles: look === 'facts' ? [190, '*'] : [...widths],
    rowStyles: () => ({ border: [0, 0, 0.5, 0], borderColor: line }),
    data: rows.map((row, rowIndex) =>
      row.map((words, column) => {
        const isHead = look === 'grid' ? rowIndex === 0 : column === 0;
        return {
          text: words,
          padding: look === 'facts' ? [3, 4, 3, 4] : [4, 3, 4, 3],
          font: { src: isHead ? bold : regular, size: look === 'grid' ? 8 : isDigest(words) ? 7.5 : 9.5 },
          type: isHead ? 'TH' : 'TD',
          ...(isHead && look === 'grid' ? { backgroundColor: shade } : {}),
          align: { x: look === 'grid' && column >= amountsFrom ? 'right' : 'left' },
        };
      }),
    ),
  };
  pdf.table(options);
  pdf.x = margin;
  pdf.y += 10;
}

/** Kept on one line, to be compared and copied. */
function isDigest(words: string): boolean {
  return /^[0-9a-f]{64}$/.test(words);
}

function numberPages(pdf: Pdf, footer: string): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    pdf.switchToPage(page);
    // Below the margin: text there would otherwise open a new page.
    pdf.page.margins.bottom = 0;
    artifact(pdf, () => {
      pdf.font(regular).fontSize(8).fillColor(faint);
      pdf.text(footer, margin, footerAt, { lineBreak: false });
      pdf.text(`Página ${page + 1} de ${count}`, pdf.page.width - margin - 80, footerAt, {
        width: 80,
        align: 'right',
        lineBreak: false,
      });
    });
  }
}
