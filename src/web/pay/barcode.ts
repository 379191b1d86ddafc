import { code128, drawingSVG } from 'bwip-js/generic';

/** Modules left white at either side, without which scanners do not find the code. */
const quietModules = 10;

/** Scannable characters; the library encodes any letter as bytes that no scanner reads as such. */
const readable = /^[ -~]+$/;

/**
 * Address of a CODE128 picture (docs/product/payments.md#coupon). This module brings the library: import it
 * lazily.
 * @throws when the text cannot be coded
 */
export function barcodeImage(text: string): string {
  if (!readable.test(text)) throw new Error('no till reads this text');
  const svg = code128(
    { bcid: 'code128', text, scale: 2, height: 18, paddingwidth: quietModules, backgroundcolor: 'FFFFFF' },
    drawingSVG(),
  );
  // Drawn as wide as its place: only the proportions of widths matter.
  const stretched = svg.replace('<svg ', '<svg preserveAspectRatio="none" shape-rendering="crispEdges" ');
  return `data:image/svg+xml,${encodeURIComponent(stretched)}`;
}
