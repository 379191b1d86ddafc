import { CLOSE_REASON_NAMES } from './closes.ts';

/** Labels of prices, settings and dated values, for the audit and for approvals. */
export const CONFIGURATION_ACTION_NAMES = {
  'POST /api/staff/price-lists/{id}/copy': 'Lista de precios copiada',
  'POST /api/staff/price-lists/{id}/end': 'Pedido de terminar una lista de precios',
  'POST /api/staff/price-drafts/{id}/save': 'Borrador de precios guardado',
  'POST /api/staff/price-drafts/{id}/discard': 'Borrador de precios descartado',
  'POST /api/staff/price-drafts/{id}/activate': 'Pedido de poner precios en vigencia',
  'POST /api/staff/settings/{country}/{name}': 'Configuración cambiada',
  'POST /api/staff/closes/{country}/{month}/prepare': 'Mes preparado para cerrar',
  'POST /api/staff/closes/{id}/close': 'Pedido de cerrar un mes',
  'POST /api/staff/closes/{id}/export': 'Archivo de un cierre',
  'POST /api/staff/confirmed-data/{country}/{name}': 'Pedido de confirmar datos',
  'POST /api/staff/dated-values/{country}/{kind}': 'Pedido de cargar valores por fecha',
  'POST /api/staff/holidays/{country}': 'Pedido de cambiar feriados',
  'POST /api/staff/money-settings/{country}/{name}': 'Pedido de cambiar la configuración',
  'POST /api/staff/guarded-settings/{country}/{name}': 'Pedido de cambiar una dirección o un aviso',
} as const;

export const CONFIGURATION_FACT_NAMES = {
  price_list: 'Lista',
  based_on: 'Copiada de',
  valid_from: 'Rige desde el',
  tna: 'TNA',
  tea: 'TEA',
  tna_membership: 'TNA con membresía',
  tea_membership: 'TEA con membresía',
  amounts: 'Montos',
  instalments: 'Cuotas',
  fees: 'Gastos, UI',
  basis_days: 'Días del período',
  taxes: 'Impuestos',
  offer_days: 'La oferta dura, días',
  ceiling_counts: 'Para el tope cuenta',
  ceiling_readings: 'Frente al tope legal',
  segments: 'Máximos por nota',
  holes: 'Atención',
  value: 'Valor',
  last: 'El último empieza el',
  sha256: 'SHA-256',
} as const;

export const PRICE_REASON_NAMES = {
  market: 'Cambio de mercado',
  cost: 'Cambio de costos',
  law: 'Lo pide la ley',
  test: 'Prueba',
  error: 'Corrige un error',
} as const;

export const SETTING_REASON_NAMES = {
  business: 'Decisión comercial',
  provider: 'Cambia un proveedor',
  hours: 'Horario de atención',
  law: 'Lo pide la ley',
  error: 'Corrige un error',
} as const;

export const DATED_REASON_NAMES = {
  published: 'Valor publicado',
  error: 'Corrige un error',
} as const;

export const DATA_REASON_NAMES = {
  confirmed: 'Lo confirmó el contador o un abogado',
  'law-changed': 'Cambió la norma',
  error: 'Corrige un error',
} as const;

export const HOLIDAY_REASON_NAMES = {
  decree: 'Lo decretó el gobierno',
  banks: 'Lo dispuso el banco central',
  error: 'Corrige un error',
} as const;

/** Labels for configuration reasons shown without their subject. */
export const CONFIGURATION_REASON_NAMES = {
  ...CLOSE_REASON_NAMES,
  ...PRICE_REASON_NAMES,
  ...SETTING_REASON_NAMES,
  ...DATED_REASON_NAMES,
  ...DATA_REASON_NAMES,
  ...HOLIDAY_REASON_NAMES,
} as const;
