export function withBrand(text: string, brand: string): string {
  return text.replaceAll('{brand}', () => brand);
}
