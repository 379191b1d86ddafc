/** Replaces `{brand}` with the brand setting. */
export function withBrand(text: string, brand: string): string {
  return text.replaceAll('{brand}', () => brand);
}
