/** Puts the brand setting into a text of the packs. */
export function withBrand(text: string, brand: string): string {
  return text.replaceAll('{brand}', () => brand);
}
