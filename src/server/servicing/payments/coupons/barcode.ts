import { code128, type DrawingContext } from 'bwip-js/generic';

/** Bar of a barcode: its center and width, in modules. */
export interface Bar {
  readonly at: number;
  readonly width: number;
}

export interface Barcode {
  /** Modules without the quiet zones; those are ten at either side. */
  readonly modules: number;
  readonly bars: readonly Bar[];
}

/** Two drawn units a module, because the library rounds the center of bars with an odd number of units. */
const unitsPerModule = 2;

/**
 * The bars of a CODE128 symbol.
 * @throws when the text cannot be coded
 */
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
