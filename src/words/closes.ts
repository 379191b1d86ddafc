import type { OutputOf } from '../contract/contract.ts';
import type { JournalEntry } from '../domain/month-close.ts';

export type Close = OutputOf<'GET /api/staff/closes'>['result'][number];
export type Obstacle = OutputOf<'GET /api/staff/closes'>['months'][number]['obstacles'][number];

export const CLOSE_STATES: Readonly<Record<Close['state'], string>> = {
  freezing: 'En preparación',
  prepared: 'Preparado',
  closed: 'Cerrado',
};

export const CLOSE_TONES = { freezing: 'late', prepared: 'late', closed: 'good' } as const;

export const ENTRY_NAMES: Readonly<Record<JournalEntry, string>> = {
  movements: 'Movimientos desde el cierre anterior',
  interest: 'Interés devengado',
  'default-interest': 'Mora devengada',
  fees: 'Gastos devengados',
  provision: 'Previsión',
};

/** Labels of the sums over the loans. */
export const SUM_NAMES = {
  principal: 'Capital',
  shortfall: 'Capital de devoluciones que faltaron',
  written_off: 'Capital castigado',
  interest_accrued: 'Interés devengado, no vencido',
  interest_due: 'Interés vencido',
  default_interest: 'Mora',
  fees_due: 'Gastos vencidos',
  provision: 'Previsión',
} as const;
export type SumName = keyof typeof SUM_NAMES;

const counted = (count: number, one: string, many: string) => (count === 1 ? one : `${count} ${many}`);

/** Sentence that describes an obstacle to a close. */
export function obstacleText(kind: Obstacle['kind'], count: number, names = ''): string {
  switch (kind) {
    case 'not-over':
      return 'El mes todavía no terminó: se prepara desde una hora después.';
    case 'not-in-order':
      return `Falta cerrar ${names}.`;
    case 'already-closed':
      return 'Este mes ya se cerró.';
    case 'before-first':
      return `El primer mes que se cierra es ${names}.`;
    case 'under-way':
      return 'Se está preparando.';
    case 'unconfirmed':
      return `Falta que dos personas confirmen: ${names}.`;
    case 'unmapped':
      return `Hay cuentas sin número en el plan de cuentas: ${names}.`;
    case 'unbalanced':
      return 'Los libros no cierran: la revisión diaria encontró asientos que no suman cero.';
    case 'contradictions':
      return `Hay ${counted(count, 'una contradicción', 'contradicciones')} de préstamos sin resolver.`;
    case 'order-contradictions':
      return `Hay ${counted(count, 'un envío', 'envíos')} en contradicción.`;
    case 'differences':
      return `Hay ${counted(count, 'una diferencia', 'diferencias')} con proveedores sin cerrar.`;
    case 'days':
      return `Hay ${counted(count, 'una tarea diaria', 'tareas diarias')} del mes sin terminar.`;
    case 'unlike-ledger':
      return 'El capital de los préstamos no es el de los libros: no se puede cerrar así.';
  }
}

const OBSTACLE_PAGES: Readonly<Partial<Record<Obstacle['kind'], string>>> = {
  'not-in-order': '/cierres',
  unconfirmed: '/valores',
  unmapped: '/valores',
  unbalanced: '/operacion?vista=dias&estado=mal',
  contradictions: '/operacion?vista=contradicciones',
  'order-contradictions': '/operacion?vista=en-contradiccion',
  differences: '/operacion?vista=diferencias',
  days: '/operacion?vista=dias&estado=mal',
};

/** Page that shows an obstacle's rows, or the close that comes first. */
export const obstaclePage = ({ kind, close }: Obstacle): string | undefined =>
  kind === 'not-in-order' && close !== '' ? `/cierres/${close}` : OBSTACLE_PAGES[kind];

export const CLOSE_REASON_NAMES = { 'month-end': 'Fin de mes', late: 'Quedó pendiente' } as const;
