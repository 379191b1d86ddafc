/** Types of the parts of fontkit used here; the package has none. */
declare module 'fontkit' {
  export interface GlyphRun {
    readonly positions: readonly object[];
  }
  export interface Font {
    readonly characterSet: readonly number[];
    hasGlyphForCodePoint(codePoint: number): boolean;
    glyphForCodePoint(codePoint: number): { readonly id: number };
    layout: (text: string, features?: object) => GlyphRun;
  }
  export function create(file: Uint8Array): Font;
}
