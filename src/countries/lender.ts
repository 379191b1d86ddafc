import type { CountryPack } from './country-pack.ts';

/**
 * The company that lends in a country, as every paper, letter and page names it. The settings of the process hold
 * it (docs/operations.md#lender).
 */
export interface Lender {
  /** Registered name, with its legal form. */
  readonly name: string;
  /** CUIT or RUT, as it is printed. */
  readonly taxNumber: string;
  /** Registered address. */
  readonly address: string;
  /** Number in the register of the central bank. */
  readonly registration: string;
  readonly email: string;
  readonly phone: string;
}

/** The lender's own bank account, which transfers of payments go to. */
export interface CollectionAccount {
  readonly bank: string;
  readonly accountNumber: string;
  /** '' where the country has none. */
  readonly cbu: string;
}

/** Name, tax number, address and registration, to stand inside a sentence. */
export function lenderIdentity({ lender: words }: CountryPack, lender: Lender): string {
  return `${lender.name}, ${words.taxNumberLabel} ${lender.taxNumber}, con domicilio en ${lender.address}, inscripta con el número ${lender.registration} en el ${words.register}`;
}

/** Ways to write to or call the lender, to stand inside a sentence. */
export function lenderContact({ email, phone }: Lender): string {
  return `${email} y ${phone}`;
}

/** The lender behind the brand, for the foot of a page or a letter. */
export function lenderNotice(pack: CountryPack, brand: string, lender: Lender): string {
  return `${brand} es una marca de ${lenderIdentity(pack, lender)}. Contacto: ${lenderContact(lender)}.`;
}

/** The same as labels and values, for the parties of a contract. */
export function lenderRows(
  { lender: words }: CountryPack,
  lender: Lender,
): readonly (readonly [label: string, value: string])[] {
  return [
    ['Presta', lender.name],
    [words.taxNumberLabel, lender.taxNumber],
    ['Domicilio legal', lender.address],
    ['Inscripción', `N.º ${lender.registration}, ${words.register}`],
    ['Contacto', lenderContact(lender)],
  ];
}

/** Puts the lender into a legal text: `{lender}` for who it is, `{lenderContact}` for how to reach it. */
export function withLender(text: string, pack: CountryPack, lender: Lender): string {
  return text
    .replaceAll('{lender}', () => lenderIdentity(pack, lender))
    .replaceAll('{lenderContact}', () => lenderContact(lender));
}
