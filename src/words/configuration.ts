import type { OutputOf } from '../contract/contract.ts';
import type { CountryCode } from '../countries/countries.ts';
import { packOf } from '../countries/index.ts';
import { paymentMethodsOf, readMethods } from '../countries/payment-methods.ts';
import { isOn } from '../countries/switch-value.ts';
import { calendarDate, formatDate, parseIsoDate } from '../domain/calendar-date.ts';
import { formatUnits } from '../domain/format-units.ts';

export type Setting = OutputOf<'GET /api/staff/settings'>['result'][number];
export type Change = OutputOf<'GET /api/staff/settings/{country}/{name}/changes'>['result'][number];

export const GROUP_NAMES: Readonly<Record<Setting['group'], string>> = {
  payments: 'Medios de pago',
  'payment-page': 'Pantalla de pago',
  collections: 'Cobranzas',
  credit: 'Crédito',
  promotions: 'Promociones y membresía',
  contact: 'Atención',
  messages: 'Mensajes',
  links: 'Links',
};

/** Groups in display order. */
export const GROUPS = Object.keys(GROUP_NAMES) as Setting['group'][];

export function shownValue(setting: Pick<Setting, 'type' | 'options' | 'country'>, value: string): string {
  switch (setting.type) {
    case 'switch':
      return isOn(value) ? 'Sí' : 'No';
    case 'choice':
      return setting.options.find((option) => option.value === value)?.name ?? value;
    case 'money':
      return /^\d{1,9}$/.test(value) ? money(setting.country, Number(value)) : value;
    case 'date':
      return parseIsoDate(value) ? formatDate(calendarDate(value)) : value || 'Ninguno';
    case 'methods':
      return readMethods(value)
        .map(({ slug, most }) => {
          const name = methodName(setting.country, slug);
          return most === undefined ? name : `${name} (hasta ${money(setting.country, most)})`;
        })
        .join(', ');
    case 'contact':
    case 'address':
    case 'number':
    case 'text':
      return value || 'Ninguno';
  }
}

const money = (country: CountryCode, units: number) => formatUnits(units, packOf(country).currency);

const methodName = (country: CountryCode, slug: string): string =>
  paymentMethodsOf(country).find((method) => method.slug === slug)?.name ?? slug;
