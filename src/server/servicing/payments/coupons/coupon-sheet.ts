import {
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
} from '../../../platform/pdf/pdf.ts';
import { code128, type DrawingContext } from 'bwip-js/generic';

/** Bar of a barcode: its center and width, in modules. */
interface Bar {
  readonly at: number;
  readonly width: number;
}

interface Barcode {
  /** Width in modules, without the quiet zones of ten on each side. */
  readonly modules: number;
  readonly bars: readonly Bar[];
}

/** Two drawn units per module, because the library rounds the center of bars with an odd number of units. */
const unitsPerModule = 2;

/** Encodes text as CODE128 bars. @throws if the text cannot be encoded */
export function barcodeOf(text: string): Barcode {
  return code128({ bcid: 'code128', text, scale: unitsPerModule, height: 1 }, barCollector());
}

const nothing = () => undefined;

function barCollector(): DrawingContext<Barcode> {
  const bars: Bar[] = [];
  let modules = 0;
  return {
    scale: () => null,
    measure: () => ({ width: 0, ascent: 0, descent: 0 }),
    init: (width) => {
      modules = width / unitsPerModule;
    },
    line: (x0, _y0, _x1, _y1, width) => bars.push({ at: x0 / unitsPerModule, width: width / unitsPerModule }),
    polygon: nothing,
    hexagon: nothing,
    ellipse: nothing,
    fill: nothing,
    text: nothing,
    end: () => ({ modules, bars }),
  };
}

export interface CouponSheet {
  readonly language: string;
  readonly author: string;
  readonly title: string;
  readonly supplier: string;
  readonly amountLabel: string;
  readonly amount: string;
  readonly until: string;
  readonly how: string;
  /** '' if nothing is scanned. */
  readonly barcode: string;
  readonly barcodeLabel: string;
  readonly rows: readonly { readonly label: string; readonly value: string }[];
  readonly foot: string;
  readonly at: Date;
}

const labelWidth = 160;
/** Blank modules on each side of a code, required by scanners. */
const quietModules = 10;
const barHeight = 64;
/** Half a millimetre, easily read by a till's scanner. */
const widestModule = 1.4;

/**
 * Draws a coupon on one page, with the code as vector lines. @throws if the barcode's text cannot be encoded
 */
export function drawCoupon(sheet: CouponSheet): Promise<Buffer> {
  const { language, author, at } = sheet;
  const title = `${sheet.title} - ${sheet.supplier}`;
  return writePdf({ language, title, author, at, footMargin: margin }, (pdf, section) => {
    writeText(pdf, section, 'P', author, { font: bold, size: 12, color: faint, after: 18 });
    writeText(pdf, section, 'H1', sheet.title, { font: bold, size: 22 });
    writeText(pdf, section, 'P', sheet.supplier, { size: 14, color: faint, after: 16 });
    writeText(pdf, section, 'P', sheet.amountLabel, { size: 11, color: faint, after: 2 });
    writeText(pdf, section, 'P', sheet.amount, { font: bold, size: 28, after: 2 });
    writeText(pdf, section, 'P', sheet.until, { font: bold, size: 12, after: 16 });
    if (sheet.barcode !== '') drawBarcode(pdf, section, sheet);
    writeText(pdf, section, 'P', sheet.how, { size: 11, after: 16 });
    for (const row of sheet.rows) writeRow(pdf, section, row);
    pdf.y += 14;
    writeText(pdf, section, 'P', sheet.foot, { size: 9.5, color: faint });
  });
}

function writeRow(pdf: Pdf, section: Section, { label, value }: CouponSheet['rows'][number]): void {
  const top = pdf.y;
  const width = pdf.page.width - 2 * margin;
  writeElement(pdf, section, 'P', [
    () => {
      pdf.font(regular).fontSize(11).fillColor(faint);
      pdf.text(label, margin, top, { width: labelWidth });
    },
    () => {
      pdf.font(bold).fontSize(11).fillColor(ink);
      pdf.text(value, margin + labelWidth, top, { width: width - labelWidth });
    },
  ]);
  pdf.y += 6;
  drawRule(pdf, pdf.y);
  pdf.y += 8;
}

/** Draws the barcode with its digits below, which screen readers read. */
function drawBarcode(pdf: Pdf, section: Section, { barcode, barcodeLabel }: CouponSheet): void {
  const { modules, bars } = barcodeOf(barcode);
  const width = pdf.page.width - 2 * margin;
  const module = Math.min(widestModule, width / (modules + 2 * quietModules));
  const top = pdf.y;
  const symbol = () => {
    for (const { at, width: thick } of bars) {
      pdf.rect(margin + (quietModules + at - thick / 2) * module, top, thick * module, barHeight);
    }
    pdf.fill('#000000');
  };
  const right = margin + (modules + 2 * quietModules) * module;
  const bbox = [margin, top, right, top + barHeight] as const;
  writeElement(pdf, section, 'Figure', symbol, { alt: `${barcodeLabel}: ${barcode}`, bbox });
  pdf.y = top + barHeight + 6;
  writeText(pdf, section, 'P', barcode, { size: 11, after: 14 });
}
