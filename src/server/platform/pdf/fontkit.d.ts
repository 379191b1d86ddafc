/** Part of fontkit used here; the package has no types. */
declare module 'fontkit' {
  /** Reads a TrueType font. */
  export function create(file: Uint8Array): {
    readonly characterSet: readonly number[];
    hasGlyphForCodePoint(codePoint: number): boolean;
    glyphForCodePoint(codePoint: number): { readonly id: number };
  };
}
