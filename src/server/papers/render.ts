import type { Block, PrintedDocument } from '../../countries/papers/loan-contract.ts';
import {
  artifact,
  bold,
  drawRule,
  faint,
  ink,
  margin,
  type Pdf,
  regular,
  type Section,
  writeElement,
  writePdf,
  writeText,
} from '../platform/pdf/pdf.ts';

const shade = '#eef3f8';
/** Points from the top of the page. */
const footerAt = 800;
const bodySize = 10;

/** Writes a document as PDF, with page numbers. */
export function renderPdf(printed: PrintedDocument): Promise<Buffer> {
  const { language, title, subtitle, author, at } = printed;
  return writePdf(
    { language, title, subject: subtitle, author, at, footMargin: 72 },
    (pdf, section) => {
      pdf.fillColor(ink);
      writeText(pdf, section, 'H1', title, { font: bold, size: 20 });
      writeText(pdf, section, 'P', subtitle, { size: bodySize, color: faint, after: 14 });
      const firstHeading = printed.blocks.findIndex(({ kind }) => kind === 'heading');
      for (const [index, block] of printed.blocks.entries()) {
        // Heading levels must not skip one.
        const isBelowHeading = firstHeading >= 0 && index > firstHeading;
        drawBlock(pdf, section, block, isBelowHeading ? 'H3' : 'H2');
      }
    },
    (pdf) => numberPages(pdf, printed.footer),
  );
}

function drawBlock(pdf: Pdf, section: Section, block: Block, subheading: 'H2' | 'H3'): void {
  switch (block.kind) {
    case 'heading':
      if (block.isNewPage) pdf.addPage();
      else keepTogether(pdf, 90);
      return writeText(pdf, section, 'H2', block.text, { font: bold, size: 14, before: 12, after: 6 });
    case 'subheading':
      keepTogether(pdf, 50);
      return writeText(pdf, section, subheading, block.text, { font: bold, size: 11, before: 6, after: 2 });
    case 'paragraph':
      return writeText(pdf, section, 'P', block.text, { size: bodySize, after: 6 });
    case 'highlight':
      return highlight(pdf, section, block);
    case 'code':
      return code(pdf, section, block);
    case 'facts':
      return facts(pdf, section, block.rows);
    case 'table':
      return grid(pdf, section, block);
  }
}

/** Starts a new page if the block does not fit, so that a heading never ends a page. */
function keepTogether(pdf: Pdf, height: number): void {
  if (pdf.y + height > pdf.page.maxY()) pdf.addPage();
}

/**
 * Draws the figure that the law requires to be prominent: in its own box, at twice the size of the others.
 */
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
  const draws = lines.map(([words, size, font, down]) => () => {
    pdf.font(font).fontSize(size).fillColor(ink);
    pdf.text(words, margin + 14, top + down, { width: width - 28 });
  });
  writeElement(pdf, section, 'P', draws);
  pdf.x = margin;
  pdf.y = top + height + 12;
}

const codeWidth = 104;

/** Draws a code in black on white with a margin, so that cameras can read it. */
function code(pdf: Pdf, section: Section, { drawing, alt, lines }: Extract<Block, { kind: 'code' }>): void {
  keepTogether(pdf, codeWidth + 24);
  const top = pdf.y + 12;
  const bbox = [margin, top, margin + codeWidth, top + codeWidth] as const;
  const picture = () => {
    pdf
      .save()
      .translate(margin, top)
      .scale(codeWidth / drawing.size);
    pdf.path(drawing.path).fill('#000000').restore();
  };
  writeElement(pdf, section, 'Figure', picture, { alt, bbox });
  const left = margin + codeWidth + 20;
  writeElement(pdf, section, 'P', () => {
    pdf.font(regular).fontSize(9).fillColor(ink);
    pdf.text(lines.join('\n'), left, top + 4, { width: pdf.page.width - margin - left, lineGap: 3 });
  });
  pdf.x = margin;
  pdf.y = Math.max(pdf.y, top + codeWidth) + 12;
}

interface Cell {
  readonly words: string;
  readonly isHead: boolean;
  readonly size: number;
  readonly align: 'left' | 'right';
}

/** Draws labels and values; each label is the header cell of its row. */
function facts(pdf: Pdf, section: Section, rows: Extract<Block, { kind: 'facts' }>['rows']): void {
  const cells = rows.map(([label, value]): Cell[] => [
    { words: label, isHead: true, size: 9.5, align: 'left' },
    { words: value, isHead: false, size: isDigest(value) ? 7.5 : 9.5, align: 'left' },
  ]);
  drawTable(pdf, section, cells, { columns: [190, '*'], padding: [3, 4], scope: 'Row' });
}

function grid(
  pdf: Pdf,
  section: Section,
  { rows, amountsFrom, widths = [26, 62, '*', '*', '*', '*', '*', '*'] }: Extract<Block, { kind: 'table' }>,
): void {
  const cells = rows.map((row, index) =>
    row.map((words, column): Cell => {
      return { words, isHead: index === 0, size: 8, align: column >= amountsFrom ? 'right' : 'left' };
    }),
  );
  drawTable(pdf, section, cells, { columns: widths, padding: [4, 3], scope: 'Column' });
}

interface TableLook {
  readonly columns: readonly (number | '*')[];
  /** Points above and below, and left and right of the text. */
  readonly padding: readonly [number, number];
  readonly scope: 'Row' | 'Column';
}

/** Draws rows with a line below each; a row never breaks across pages. */
function drawTable(
  pdf: Pdf,
  section: Section,
  rows: readonly (readonly Cell[])[],
  { columns, padding: [above, aside], scope }: TableLook,
): void {
  const width = pdf.page.width - 2 * margin;
  const table = pdf.struct('Table');
  section.add(table);
  const setFont = ({ isHead, size }: Cell) => pdf.font(isHead ? bold : regular).fontSize(size);
  for (const row of rows) {
    const cells = place(row, columns, width).map((cell) => ({ ...cell, width: cell.width - 2 * aside }));
    const heights = cells.map((cell) => setFont(cell).heightOfString(cell.words, { width: cell.width }));
    const height = Math.max(...heights) + 2 * above;
    keepTogether(pdf, height);
    const top = pdf.y;
    if (row.every(({ isHead }) => isHead)) {
      artifact(pdf, () => pdf.rect(margin, top, width, height).fill(shade));
    }
    drawRule(pdf, top + height);
    const line = pdf.struct('TR');
    table.add(line);
    for (const cell of cells) {
      const write = () => {
        setFont(cell).fillColor(ink);
        pdf.text(cell.words, margin + cell.left + aside, top + above, {
          width: cell.width,
          align: cell.align,
        });
      };
      if (cell.isHead) writeElement(pdf, line, 'TH', write, { scope });
      else writeElement(pdf, line, 'TD', write);
    }
    line.end();
    pdf.y = top + height;
  }
  table.end();
  pdf.x = margin;
  pdf.y += 10;
}

/** Cells of a row with the left edge and width of their columns. */
function place(row: readonly Cell[], columns: TableLook['columns'], width: number) {
  const fixed = columns.reduce<number>((sum, column) => sum + (column === '*' ? 0 : column), 0);
  const share = (width - fixed) / columns.filter((column) => column === '*').length;
  const widths = columns.map((column) => (column === '*' ? share : column));
  return row.map((cell, index) => ({
    ...cell,
    left: widths.slice(0, index).reduce((sum, each) => sum + each, 0),
    width: widths[index] ?? 0,
  }));
}

/** Checks whether text is a digest, which stays on one line to be compared and copied. */
function isDigest(words: string): boolean {
  return /^[0-9a-f]{64}$/.test(words);
}

function numberPages(pdf: Pdf, footer: string): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    pdf.switchToPage(page);
    // Text below the margin would otherwise open a new page.
    pdf.page.margins.bottom = 0;
    const draw = () => {
      pdf.font(regular).fontSize(8).fillColor(faint);
      pdf.text(footer, margin, footerAt, { lineBreak: false });
      pdf.text(`Página ${page + 1} de ${count}`, pdf.page.width - margin - 80, footerAt, {
        width: 80,
        align: 'right',
        lineBreak: false,
      });
    };
    artifact(pdf, draw, 'Pagination');
  }
}
