/** Types of the parts of fontkit used here; the package has none. */
declare module 'fontkit' {
  export function create(file: Uint8Array): {
    readonly characterSet: readonly number[];
    hasGlyphForCodePoint(codePoint: number): boolean;
    glyphForCodePoint(codePoint: number): { readonly id: number };
  };
}
