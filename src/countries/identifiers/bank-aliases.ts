import type { CountryCode } from '../country-pack.ts';

/** Everyday names of a bank by its code, as people search for it. */
export const BANK_ALIASES: Readonly<Record<CountryCode, Readonly<Record<string, readonly string[]>>>> = {
  AR: {
    '000': ['Mercado Pago', 'Otro banco', 'Otra billetera', 'Personal Pay', 'Prex', 'Lemon', 'Belo'],
    '007': ['Galicia'],
    '011': ['Nación', 'BNA'],
    '014': ['Provincia', 'Bapro', 'Cuenta DNI'],
    '015': ['ICBC'],
    '017': ['BBVA', 'Francés'],
    '020': ['Bancor', 'Córdoba'],
    '027': ['Supervielle'],
    '029': ['Ciudad'],
    '034': ['Patagonia'],
    '044': ['Hipotecario'],
    '065': ['Municipal'],
    '072': ['Santander', 'Río'],
    '093': ['La Pampa'],
    '097': ['BPN', 'Neuquén'],
    '150': ['HSBC', 'Galicia Más'],
    '191': ['Credicoop'],
    '259': ['Itaú', 'BMA'],
    '269': ['BROU'],
    '285': ['Macro'],
    '299': ['Comafi'],
    '322': ['BIND', 'Industrial'],
    '330': ['Santa Fe'],
    '384': ['Ualá', 'Uilo', 'Wilobank'],
    '386': ['Entre Ríos', 'Bersa'],
    '389': ['Columbia'],
    '453': ['Naranja X', 'Tarjeta Naranja'],
  },
  UY: {
    '1': ['República', 'Banco República', 'BROU'],
    '91': ['Hipotecario', 'Banco Hipotecario'],
    '128': ['Scotia'],
    '205': ['Citi'],
    '246': ['Nación', 'BNA'],
    '361': ['Provincia', 'Banco Provincia'],
    '6500': ['Mi Dinero'],
    '6905': ['Prex'],
  },
};

/** The everyday names of the country's banks, by the codes of `banksOf`. */
export function bankAliasesOf(code: CountryCode): Readonly<Record<string, readonly string[]>> {
  return BANK_ALIASES[code];
}
