import { code128, drawingSVG } from 'bwip-js/generic';

/** Modules left white at either side, without which scanners do not find the code. */
const quietModules = 10;

/** Scannable characters; the library encodes any letter as bytes that no scanner reads as such. */
const readable = /^[ -~]+$/;

/** A CODE128 barcode to draw: bars by their width, in units of the box. */
export interface Barcode {
  readonly box: string;
  readonly bars: readonly { readonly width: string; readonly path: string }[];
}

/**
 * Barcode of a text (docs/product/payments.md#coupon). This module brings the library: import it lazily.
 * @throws when the text cannot be coded
 */
export function barcodeOf(text: string): Barcode {
  if (!readable.test(text)) throw new Error('no till reads this text');
  const svg = code128(
    { bcid: 'code128', text, scale: 2, height: 18, paddingwidth: quietModules },
    drawingSVG(),
  );
  const box = /viewBox="([^"]+)"/.exec(svg)?.[1] ?? '';
  const bars = Array.from(svg.matchAll(/stroke-width="(\d+)" d="([^"]+)"/g), ([, width = '', path = '']) => ({
    width,
    path,
  }));
  return { box, bars };
}
