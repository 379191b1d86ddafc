import { shellTexts } from '../text/shared.ts';

/**
 * Title of a page: the route's, or 'Formulario Web', with the product's name
 * (docs/product/shell.md#title-and-scroll).
 */
export function pageTitle(title: string | undefined, brand: string): string {
  return `${title ?? shellTexts.defaultTitle} | ${brand}`;
}
