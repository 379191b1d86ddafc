import type { CountryCode } from '../../countries/countries.ts';
import { packOf } from '../../countries/index.ts';
import { isOn } from '../../countries/switch-value.ts';
import { readMethods, paymentMethodsOf } from '../../countries/payment-methods.ts';
import { parseIsoDate } from '../../domain/calendar-date.ts';
import { formatUnits } from '../../domain/format-units.ts';

export type SettingKind =
  | { readonly type: 'switch' | 'contact' | 'methods' }
  | { readonly type: 'choice'; readonly options: Readonly<Record<string, string>> }
  | { readonly type: 'text'; readonly most: number; readonly placeholders: readonly string[] }
  | { readonly type: 'address' | 'date'; readonly isOptional: boolean }
  | { readonly type: 'number' | 'money'; readonly least: number; readonly most: number };

const longest = 500;

/** Error text for an invalid value, in Spanish; undefined if it is valid. */
export function wrongValue(kind: SettingKind, value: string, country: CountryCode): string | undefined {
  if (value.length > longest) return `No puede tener más de ${longest} caracteres.`;
  switch (kind.type) {
    case 'switch':
      return isOn(value) || ['', '0', 'off', 'false', 'no'].includes(value) ? undefined : 'Elegí sí o no.';
    case 'choice':
      return Object.hasOwn(kind.options, value)
        ? undefined
        : `Elegí una de las opciones: ${Object.values(kind.options).join(', ')}.`;
    case 'contact':
      return value === '' || /^\d{8,15}$/.test(value) || isSite(value)
        ? undefined
        : 'Escribí el número sólo con dígitos, con el código del país (5491123456789), o una dirección que empiece con https://.';
    case 'address':
      return wrongAddress(value, kind.isOptional);
    case 'text':
      return wrongText(value, kind.placeholders);
    case 'date':
      if (value === '' && kind.isOptional) return undefined;
      return parseIsoDate(value) ? undefined : 'Escribí una fecha.';
    case 'number':
    case 'money':
      return wrongNumber(kind, value, country);
    case 'methods':
      return wrongMethods(value, country);
  }
}

function isSite(value: string): boolean {
  return /^https:\/\/\S+$/.test(value) && URL.canParse(value);
}

function wrongAddress(value: string, isOptional: boolean): string | undefined {
  if (value === '') return isOptional ? undefined : 'Hace falta una dirección.';
  // Excludes two leading slashes, which would lead to another site.
  return isSite(value) || /^\/(?![/\\])\S*$/.test(value)
    ? undefined
    : 'Escribí una dirección que empiece con https://, o una de este sitio que empiece con /.';
}

/**
 * Matches addresses with or without scheme, e-mails, phones, accounts and aliases, which people would follow.
 */
const LEADS_ELSEWHERE = /https?:|www\.|@|[\p{L}\d]\.\p{L}{2,}|\d[\d .()/-]{6,}\d|\b(?:alias|cbu|cvu)\b/iu;

function wrongText(value: string, placeholders: readonly string[]): string | undefined {
  if (value.trim() === '') return 'El mensaje no puede quedar vacío.';
  if (LEADS_ELSEWHERE.test(value))
    return 'Un mensaje no lleva direcciones ni números de teléfono: van en su propia configuración. Tampoco alias ni cuentas.';
  const unknown = [...value.matchAll(/\{([^{}]*)\}/g)].find(([, name = '']) => !placeholders.includes(name));
  if (!unknown) return undefined;
  const known = placeholders.map((name) => `{${name}}`).join(', ');
  return `Acá no existe el dato ${unknown[0]}. ${known ? `Podés usar ${known}.` : 'Este mensaje no lleva datos.'}`;
}

function wrongNumber(
  { type, least, most }: SettingKind & { readonly type: 'number' | 'money' },
  value: string,
  country: CountryCode,
): string | undefined {
  const shown = (units: number) =>
    type === 'money' ? formatUnits(units, packOf(country).currency) : String(units);
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
  return number >= least && number <= most
    ? undefined
    : `Escribí un número entero entre ${shown(least)} y ${shown(most)}, sin puntos.`;
}

function wrongMethods(value: string, country: CountryCode): string | undefined {
  const chosen = readMethods(value);
  if (chosen.length === 0)
    return `${packOf(country).country} quedaría sin ningún medio de pago: elegí al menos uno.`;
  const slugs = chosen.map(({ slug }) => slug);
  const unknown = slugs.find((slug) => !paymentMethodsOf(country).some((method) => method.slug === slug));
  if (unknown !== undefined) return `En ${packOf(country).country} no existe el medio de pago “${unknown}”.`;
  if (new Set(slugs).size < slugs.length) return 'Cada medio de pago va una sola vez.';
  return chosen.some(({ most }) => most !== undefined && !(most >= 1 && most <= 999_999_999))
    ? 'El máximo de un medio de pago tiene que ser un importe entero mayor que cero.'
    : undefined;
}
