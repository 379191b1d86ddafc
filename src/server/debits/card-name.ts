import type { CardBrand } from '../../countries/identifiers/cards.ts';

const names: Readonly<Record<CardBrand, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  maestro: 'Maestro',
  cabal: 'Cabal',
};

/** As its owner knows it: `Visa terminada en 4905`. */
export function cardName(brand: CardBrand, lastFour: string): string {
  return `${names[brand]} terminada en ${lastFour}`;
}
