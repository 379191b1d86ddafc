import type { InputOf, OutputOf } from '../contract/contract.ts';
import type {
  MANUAL_REASONS,
  MATCH_REASONS,
  RETURN_REASONS,
  REVERSAL_REASONS,
} from '../contract/staff/money.ts';
import type { REFUND_REASONS } from '../contract/staff/credits.ts';
import type { CHANGE_REASONS } from '../contract/staff/loan-changes.ts';
import type { WAIVE_REASONS } from '../contract/staff/membership-debts.ts';
import type { UNDO_WRITE_OFF_REASONS, WRITE_OFF_REASONS } from '../contract/staff/write-offs.ts';

export type Waiting = OutputOf<'GET /api/staff/money/unmatched'>['result'][number];
export type Target = OutputOf<'GET /api/staff/money/loans/{id}'>['result'];
export type Suggestion = OutputOf<'GET /api/staff/money/unmatched/{id}'>['result']['suggestions'][number];
export type Booked = OutputOf<'GET /api/staff/money/payments'>['result'][number];
export type Credit = OutputOf<'GET /api/staff/money/credits'>['result'][number];
export type MembershipDebt = OutputOf<'GET /api/staff/money/memberships'>['result'][number];
export type Refund = OutputOf<'GET /api/staff/money/refunds'>['result'][number];
export type SettlementFile = OutputOf<'GET /api/staff/money/files'>['result'][number];
export type WaitingFile = OutputOf<'GET /api/staff/money/files'>['waiting'][number];

export const VIEW_NAMES = {
  'sin-identificar': 'Sin identificar',
  'a-favor': 'A favor de clientes',
  devoluciones: 'Devoluciones',
  membresias: 'Membresías que se deben',
  pagos: 'Pagos',
  rendiciones: 'Rendiciones',
} as const;
export type View = keyof typeof VIEW_NAMES;

export const KIND_NAMES: Readonly<Record<Waiting['kind'], string>> = {
  'no-reference': 'Sin referencia',
  'unknown-reference': 'Referencia desconocida',
  'loan-takes-none': 'El préstamo no recibe pagos',
  short: 'Salió dos veces',
};

export const WHY_NAMES: Readonly<Record<Suggestion['why'][number], string>> = {
  reference: 'Referencia',
  document: 'Documento',
  amount: 'Importe',
  name: 'Nombre',
};

export const AGE_NAMES = {
  1: 'Un día o más',
  3: '3 días o más',
  7: '7 días o más',
  30: '30 días o más',
} as const;

export const OUTCOME_NAMES: Readonly<Record<string, string>> = {
  exact: 'Acreditado',
  partial: 'Pagó menos',
  excess: 'Pagó de más',
  late: 'Fuera de término',
  closed: 'Comprobante anulado',
  double: 'Pagó dos veces',
  unmatched: 'Sin identificar',
  known: 'Ya registrado',
  refused: 'Contradice un aviso anterior',
  waiting: 'Anula un pago que no llegó',
  unread: 'No se entiende',
  future: 'Fecha futura',
  reversed: 'Revertido',
  refunded: 'Devuelto en parte',
  returned: 'Devuelto a quien pagó',
};
export const outcomeName = (outcome: string): string => OUTCOME_NAMES[outcome] ?? outcome;

/** Endings of a count of lines, for one and for several. */
const COUNTED: Readonly<Record<string, readonly [one: string, several: string]>> = {
  exact: ['acreditado', 'acreditados'],
  partial: ['pagó menos', 'pagaron menos'],
  excess: ['pagó de más', 'pagaron de más'],
  late: ['fuera de término', 'fuera de término'],
  closed: ['con el comprobante anulado', 'con el comprobante anulado'],
  double: ['pagó dos veces', 'pagaron dos veces'],
  unmatched: ['sin identificar', 'sin identificar'],
  known: ['ya registrado', 'ya registrados'],
  refused: ['contradice un aviso anterior', 'contradicen un aviso anterior'],
  waiting: ['anula un pago que no llegó', 'anulan pagos que no llegaron'],
  unread: ['no se entiende', 'no se entienden'],
  future: ['con fecha futura', 'con fecha futura'],
  reversed: ['revertido', 'revertidos'],
};

/** '2 sin identificar'. */
export function outcomeCount(outcome: string, count: number): string {
  const [one, several] = COUNTED[outcome] ?? [outcomeName(outcome), outcomeName(outcome)];
  return `${count} ${count === 1 ? one : several}`;
}

/** Tone of a line's outcome: money that needs a person stands out. */
export function outcomeTone(outcome: string): 'good' | 'late' | 'bad' | 'off' {
  if (outcome === 'exact') return 'good';
  if (outcome === 'known') return 'off';
  return ['refused', 'unread', 'reversed', 'waiting'].includes(outcome) ? 'bad' : 'late';
}

/** Labels for the stored reasons why a settlement file's line needs a person. */
const LINE_REASONS: Readonly<Record<string, string>> = {
  'it leads to no payment that was asked for': 'No corresponde a ningún pago pedido',
  'the same number was reported otherwise before': 'El mismo número se informó antes de otra forma',
  'the payment it takes back was not reported yet': 'El pago que anula todavía no se informó',
  'it was taken back before with another amount or reference':
    'Se anuló antes con otro importe u otra referencia',
  'it takes back another amount or reference than was reported':
    'Anula otro importe u otra referencia que lo informado',
  'it is no line of a payment': 'No tiene la forma de un pago',
  'it has more columns than the layout': 'Tiene más columnas que las de la red',
  'its movement is not a word of the network': 'El movimiento no es una palabra de la red',
  'its date is not understood': 'No se entiende la fecha',
  'its amount is not understood': 'No se entiende el importe',
  'its number is not understood': 'No se entiende el número de operación',
  'its reference is not understood': 'No se entiende la referencia',
  'its date has not come': 'La fecha todavía no llegó',
};

/** Reason why a line needs a person, with the line's value. */
export function lineReason(reason: string, { said }: { readonly said: string }): string {
  const words = LINE_REASONS[reason] ?? reason;
  return said === '' ? words : `${words}: «${said}»`;
}

/** Labels for the kinds of lines in a settlement file. */
export const LINE_NAMES = { payment: 'Pago', reversal: 'Anulación', unread: 'No se entiende' } as const;

export const REFUND_NAMES: Readonly<Record<Refund['state'], string>> = {
  planned: 'Por enviar',
  sent: 'Enviada',
  unknown: 'Sin respuesta del banco',
  completed: 'Transferida',
  failed: 'No se pudo',
};

const FAILURES: Readonly<Record<string, string>> = {
  missing: 'La cuenta no existe',
  'of-another': 'La cuenta es de otra persona',
  ruled: 'Se comprobó que el dinero nunca salió',
  contradicted: 'No se envió: el banco dice que otra devolución ya había salido',
};
/** Reason of a failed transfer: our codes as labels, the bank's text unchanged. */
export const failureName = (failure: string): string => FAILURES[failure] ?? failure;

export const MATCH_NAMES: Readonly<Record<(typeof MATCH_REASONS)[number], string>> = {
  receipt: 'Mandó el comprobante',
  reference: 'Coincide la referencia',
  amount: 'Coinciden importe y fecha',
  customer_says: 'Lo avisó la persona',
};
export const RETURN_NAMES: Readonly<Record<(typeof RETURN_REASONS)[number], string>> = {
  'not-ours': 'No es de ningún cliente',
  payer_asks: 'Lo pide quien pagó',
  repeated: 'Pago repetido',
};
export const MANUAL_NAMES: Readonly<Record<(typeof MANUAL_REASONS)[number], string>> = {
  receipt: 'Mandó el comprobante',
  'network-late': 'La red no lo informó',
  error: 'Corrige un error',
};
export const REVERSAL_NAMES: Readonly<Record<(typeof REVERSAL_REASONS)[number], string>> = {
  'charged-back': 'Contracargo',
  network: 'La red lo anuló',
  refunded: 'Se devolvió a quien pagó',
};
export const REFUND_REASON_NAMES: Readonly<Record<(typeof REFUND_REASONS)[number], string>> = {
  customer_asks: 'Lo pide la persona',
  erasure: 'Pidió suprimir sus datos',
  loan_over: 'El préstamo terminó',
};
export const WAIVE_REASON_NAMES: Readonly<Record<(typeof WAIVE_REASONS)[number], string>> = {
  courtesy: 'Se le concede',
  'service-failed': 'No recibió lo que pagaba',
  'collection-cost': 'Cobrarla cuesta más que su precio',
};

export const WRITE_OFF_REASON_NAMES: Readonly<Record<(typeof WRITE_OFF_REASONS)[number], string>> = {
  'not-collectable': 'No se pudo cobrar',
  'not-found': 'No se ubica a la persona',
  deceased: 'La persona falleció',
  'identity-fraud': 'Lo pidió otra persona con sus datos',
};
export const UNDO_WRITE_OFF_REASON_NAMES: Readonly<Record<(typeof UNDO_WRITE_OFF_REASONS)[number], string>> =
  {
    'by-mistake': 'Se castigó por error',
    'pays-again': 'Va a pagar',
  };
export const CHANGE_REASON_NAMES: Readonly<Record<(typeof CHANGE_REASONS)[number], string>> = {
  'cannot-pay': 'No puede pagar',
  agreed: 'Se acordó con la persona',
  'our-error': 'Error nuestro',
  legal: 'Lo pide la ley o un juzgado',
  asked: 'Lo pidió la persona',
};

/** Labels of money actions for the audit and approvals, part of the list of all labels (texts.ts). */
export const MONEY_ACTIONS = {
  'GET /api/staff/money/loans/{id}': 'Préstamo mirado para aplicar dinero',
  'POST /api/staff/loans/{id}/changes': 'Cambio de un préstamo',
  'POST /api/staff/loans/{id}/changes/{action}/undo': 'Cambio de un préstamo deshecho',
  'POST /api/staff/loans/{id}/plan/withdraw': 'Plan retirado',
  'POST /api/staff/money/unmatched/{id}/match': 'Dinero aplicado a un préstamo',
  'POST /api/staff/money/unmatched/{id}/return': 'Dinero devuelto a quien pagó',
  'POST /api/staff/money/payments': 'Pago cargado a mano',
  'POST /api/staff/money/payments/{id}/reverse': 'Pago revertido',
  'POST /api/staff/money/credits/{id}/refund': 'Devolución de saldo a favor',
  'POST /api/staff/money/memberships/{id}/waive': 'Membresía que no se cobra',
  'POST /api/staff/money/loans/{id}/write-off': 'Préstamo castigado',
  'POST /api/staff/money/loans/{id}/write-off/undo': 'Castigo deshecho',
  'POST /api/staff/invoices/{id}/send': 'Factura mandada otra vez',
  'POST /api/staff/invoices/{id}/settle': 'Factura dada por resuelta',
  'POST /api/staff/invoices/series/{id}/resume': 'Numeración reanudada',
  'POST /api/staff/money/refunds/{id}/ask': 'Pregunta al proveedor por una devolución',
  'POST /api/staff/money/refunds/{id}/settle': 'Pedido de resolver una devolución con comprobante',
  'POST /api/staff/money/files/preview': 'Rendición probada',
  'POST /api/staff/money/files': 'Rendición registrada',
} as const;

export type ChangeKind = InputOf<'POST /api/staff/loans/{id}/changes', 'body'>['change']['kind'];

/** Changes that staff can make, with the effect of each. */
export const CHANGE_KINDS: Readonly<Record<ChangeKind, { readonly name: string; readonly effect: string }>> =
  {
    pause: {
      name: 'Pausar la mora',
      effect: 'En esos días, incluidos los dos, no suma intereses por mora. Las fechas no cambian.',
    },
    waive: {
      name: 'Quita',
      effect: 'Deja de deber ese importe, desde la cuota más vieja. Se le avisa por mail.',
    },
    'settlement-offer': {
      name: 'Ofrecer cancelar',
      effect: 'Si paga ese importe hasta ese día, no debe nada más. Si no se completa, no cambia nada.',
    },
    plan: {
      name: 'Ofrecer un plan',
      effect:
        'Lo ve en su cuenta con los importes de cada día, y vale si lo acepta con un código. Al aceptarlo termina la oferta de cancelar que tenga.',
    },
    accelerate: {
      name: 'Dar por vencido',
      effect: 'Todo el préstamo pasa a estar vencido. No cuesta más: los intereses siguen por cuota.',
    },
    sued: {
      name: 'Anotar la demanda',
      effect: 'La mora que la ley haría terminar ya no termina.',
    },
  };
