import type { CountryPack } from './country-pack.ts';

/**
 * Lending company of a country, as documents, letters and pages name it. Configured by process settings
 * (docs/operations.md#lender).
 */
export interface Lender {
  /** Registered name, with its legal form. */
  readonly name: string;
  /** CUIT or RUT, formatted as printed. */
  readonly taxNumber: string;
  readonly address: string;
  /** Registration number at the central bank. */
  readonly registration: string;
  readonly email: string;
  readonly phone: string;
}

/** Lender's own bank account, which receives transfers. */
export interface CollectionAccount {
  readonly bank: string;
  readonly accountNumber: string;
  /** '' if the country has none. */
  readonly cbu: string;
}

/** Name, tax number, address and registration, for use in a sentence. */
export function lenderIdentity({ lender: words }: CountryPack, lender: Lender): string {
  return `${lender.name}, ${words.taxNumberLabel} ${lender.taxNumber}, con domicilio en ${lender.address}, inscripta con el número ${lender.registration} en el ${words.register}`;
}

/** Contact details of the lender, for use in a sentence. */
export function lenderContact({ email, phone }: Lender): string {
  return `${email} y ${phone}`;
}

/** Identifies the lender behind the brand, for the foot of a page or letter. */
export function lenderNotice(pack: CountryPack, brand: string, lender: Lender): string {
  return `${brand} es una marca de ${lenderIdentity(pack, lender)}. Contacto: ${lenderContact(lender)}.`;
}

/** Identity of the lender as labels and values, for the parties of a contract. */
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

/** Fills a legal text: `{lender}` with the company's identity, `{lenderContact}` with its contact details. */
export function withLender(text: string, pack: CountryPack, lender: Lender): string {
  return text
    .replaceAll('{lender}', () => lenderIdentity(pack, lender))
    .replaceAll('{lenderContact}', () => lenderContact(lender));
}

export function withBrand(text: string, brand: string): string {
  return text.replaceAll('{brand}', () => brand);
}
