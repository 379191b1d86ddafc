import { shellTexts } from '../text/shared.ts';

/** Title of a page: the route's, or 'Formulario Web', with the product's name (A §2.1). */
export function pageTitle(title: string | undefined, brand: string): string {
  return `${title ?? shellTexts.defaultTitle} | ${brand}`;
}
