import type { CardBrand } from '../../countries/identifiers/cards.ts';

const names: Readonly<Record<CardBrand, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  maestro: 'Maestro',
  cabal: 'Cabal',
};

/** As its owner knows it: `Visa terminada en 4905`. */
export function cardName(card: { readonly brand: CardBrand; readonly last_four: string }): string {
  return `${names[card.brand]} terminada en ${card.last_four}`;
}
