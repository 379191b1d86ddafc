import type { StaffKey } from '../contract/contract.ts';

interface PageEntry {
  readonly path: string;
  readonly name: string;
  /** Shown to those who may make this call; to everybody without one. */
  readonly call?: StaffKey;
}

interface PageGroup {
  /** '' for what belongs to no group. */
  readonly title: string;
  readonly pages: readonly PageEntry[];
}

/** The navigation, as far as the person's roles allow: what waits, what people work on, what money does, the rules, the team. */
export const PAGE_GROUPS: readonly PageGroup[] = [
  {
    title: '',
    pages: [
      { path: '/', name: 'Inicio' },
      { path: '/aprobaciones', name: 'Aprobaciones', call: 'GET /api/staff/approvals' },
      { path: '/tablero', name: 'Tablero', call: 'GET /api/staff/figures' },
    ],
  },
  {
    title: 'Personas',
    pages: [
      { path: '/clientes', name: 'Clientes', call: 'POST /api/staff/search' },
      { path: '/tickets', name: 'Tickets', call: 'GET /api/staff/tickets' },
      { path: '/solicitudes', name: 'Solicitudes', call: 'GET /api/staff/requests' },
      { path: '/identidad', name: 'Identidad', call: 'GET /api/staff/identity' },
      { path: '/excepciones', name: 'Excepciones', call: 'GET /api/staff/exceptions' },
      { path: '/cobranzas', name: 'Cobranzas', call: 'GET /api/staff/collections' },
      { path: '/bloqueos', name: 'Bloqueos', call: 'GET /api/staff/holds' },
      { path: '/coincidencias', name: 'Coincidencias', call: 'GET /api/staff/screening' },
    ],
  },
  {
    title: 'Dinero',
    pages: [
      { path: '/dinero', name: 'Dinero que entra', call: 'GET /api/staff/money/unmatched' },
      { path: '/envios', name: 'Envíos', call: 'GET /api/staff/pay-outs' },
      { path: '/deudores', name: 'Deudores', call: 'GET /api/staff/debtors' },
      { path: '/facturas', name: 'Facturas', call: 'GET /api/staff/invoices' },
      { path: '/operacion', name: 'Operación', call: 'GET /api/staff/operation' },
      { path: '/cierres', name: 'Cierre', call: 'GET /api/staff/closes' },
    ],
  },
  {
    title: 'Reglas',
    pages: [
      { path: '/precios', name: 'Precios', call: 'GET /api/staff/price-lists' },
      { path: '/reglas', name: 'Reglas de crédito', call: 'GET /api/staff/decision-rules' },
      { path: '/configuracion', name: 'Configuración', call: 'GET /api/staff/settings' },
      { path: '/valores', name: 'Valores por fecha', call: 'GET /api/staff/dated-values' },
      { path: '/integraciones', name: 'Integraciones', call: 'GET /api/staff/integrations' },
    ],
  },
  {
    title: 'Equipo',
    pages: [
      { path: '/equipo', name: 'Equipo', call: 'GET /api/staff/people' },
      { path: '/registro', name: 'Registro', call: 'GET /api/staff/audit' },
      { path: '/llaves', name: 'Mis llaves' },
    ],
  },
];

/** Every page of the console. */
export const PAGES: readonly PageEntry[] = PAGE_GROUPS.flatMap(({ pages }) => pages);

/** Pages of one row, by its number: below their list in the address and in the navigation. */
const ROW_PAGES: readonly PageEntry[] = [
  { path: '/clientes', name: 'Cliente', call: 'GET /api/staff/customers/{id}' },
  { path: '/identidad', name: 'Revisión de identidad', call: 'GET /api/staff/identity/{id}' },
  { path: '/coincidencias', name: 'Coincidencia', call: 'GET /api/staff/screening/{id}' },
  { path: '/excepciones', name: 'Excepción', call: 'GET /api/staff/exceptions/{id}' },
  { path: '/reglas', name: 'Versión de las reglas', call: 'GET /api/staff/decision-rules/{id}' },
  { path: '/reglas-en-borrador', name: 'Borrador de reglas', call: 'GET /api/staff/decision-drafts/{id}' },
  { path: '/cobranzas', name: 'Caso de Cobranzas', call: 'GET /api/staff/customers/{id}/collection' },
  { path: '/tickets', name: 'Ticket', call: 'GET /api/staff/tickets/{id}' },
  { path: '/precios', name: 'Lista de precios', call: 'GET /api/staff/price-lists/{id}' },
  { path: '/borradores', name: 'Borrador de precios', call: 'GET /api/staff/price-drafts/{id}' },
  { path: '/dinero', name: 'Dinero sin identificar', call: 'GET /api/staff/money/unmatched/{id}' },
  { path: '/cierres', name: 'Cierre de un mes', call: 'GET /api/staff/closes/{id}' },
  { path: '/envios', name: 'Envío', call: 'GET /api/staff/pay-outs/{id}' },
  {
    path: '/integraciones',
    name: 'Entregas del webhook',
    call: 'GET /api/staff/integrations/webhooks/{id}/deliveries',
  },
];

/** The page of an address, and the row that it is about. */
export function pageAt(address: string): { readonly page: PageEntry; readonly id?: string } | undefined {
  const row = /^(\/[\w-]+)\/(\d+)$/.exec(address);
  const page = (row ? ROW_PAGES : PAGES).find(({ path }) => path === (row?.[1] ?? address));
  if (!page) return undefined;
  return row?.[2] === undefined ? { page } : { page, id: row[2] };
}
