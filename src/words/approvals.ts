import type { Contract, OutputOf, StaffKey } from '../contract/contract.ts';
import { formatMoney, fromUnits } from '../domain/money.ts';
import { changeRows, type ChangeRow } from './facts.ts';
import { CHANGE_KINDS, type ChangeKind } from './money.ts';
import { subjectName } from './subject-names.ts';
import { actionName } from './texts.ts';

export type Approval = OutputOf<'GET /api/staff/approvals'>['result'][number];

/** Calls that a second person approves. */
export type ApprovalKey = {
  [K in StaffKey]: Contract[K] extends { readonly approval: string } ? K : never;
}[StaffKey];

interface Presentation {
  /** Request, an infinitive. */
  readonly ask: string;
  /** Effect of approving it, as the person who signs reads it. */
  readonly effect: string;
}

/** Presentation of each kind of request; a new kind does not compile without its words. */
export const APPROVALS: Readonly<Record<ApprovalKey, Presentation>> = {
  'POST /api/staff/people/{id}/access': {
    ask: 'Cambiar un acceso',
    effect: 'La persona entra desde ahora con estos roles y países.',
  },
  'POST /api/staff/people/{id}/disable': {
    ask: 'Dar de baja',
    effect: 'Pierde el acceso y se cierran sus sesiones en el momento.',
  },
  'POST /api/staff/people/{id}/enable': {
    ask: 'Volver a habilitar',
    effect: 'Vuelve a entrar con los roles y países que tenía.',
  },
  'POST /api/staff/people/{id}/own-record': {
    ask: 'Cerrarle su propia ficha',
    effect: 'Deja de ver y de cambiar la ficha de cliente con estos datos.',
  },
  'POST /api/staff/people/{id}/enrolment': {
    ask: 'Mandar un link de alta',
    effect: 'Recibe por mail un link para agregar una llave. Sirve una vez y vence en 24 horas.',
  },
  'POST /api/staff/requests/cancellation/{id}/accept': {
    ask: 'Cancelar un préstamo',
    effect:
      'Si el dinero no salió, el préstamo se cancela; si ya salió, la persona lo tiene que devolver sin intereses.',
  },
  'POST /api/staff/requests/cancellation/{id}/refuse': {
    ask: 'No cancelar un préstamo',
    effect: 'El préstamo sigue y la persona lee el motivo, tal como está escrito.',
  },
  'POST /api/staff/requests/withdrawal/{id}/accept': {
    ask: 'Aceptar un pedido',
    effect: 'Vale como si la persona hubiera confirmado el link.',
  },
  'POST /api/staff/requests/withdrawal/{id}/refuse': {
    ask: 'Rechazar un pedido',
    effect: 'No tiene efecto y la persona lee el motivo, tal como está escrito.',
  },
  'POST /api/staff/requests/erasure/{id}/accept': {
    ask: 'Suprimir los datos de una persona',
    effect: 'Suprime sus datos ahora y cierra su cuenta. No se puede deshacer.',
  },
  'POST /api/staff/requests/erasure/{id}/refuse': {
    ask: 'No suprimir los datos de una persona',
    effect: 'Sus datos quedan y la persona lee el motivo, tal como está escrito.',
  },
  'POST /api/staff/customers/{id}/name': {
    ask: 'Corregir un nombre',
    effect: 'Desde ahora figura así en todo lo nuevo. Lo que ya firmó no cambia.',
  },
  'POST /api/staff/customers/{id}/email': {
    ask: 'Corregir un mail',
    effect: 'Entra y recibe todo con el mail nuevo; se lo avisamos al anterior y se cierran sus sesiones.',
  },
  'POST /api/staff/customers/{id}/phone': {
    ask: 'Corregir un celular',
    effect: 'Recibe los SMS en el número nuevo, cuando lo confirme; se lo avisamos al anterior.',
  },
  'POST /api/staff/customers/{id}/document-claim/grant': {
    ask: 'Pasar un documento a quien lo pidió',
    effect: 'El documento pasa a esta cuenta y deja de ser de la otra.',
  },
  'POST /api/staff/screening/{id}/same': {
    ask: 'Marcar a un cliente como la persona de una lista',
    effect: 'Queda bloqueado por Cumplimiento: no recibe ofertas ni envíos, y no se le avisa.',
  },
  'POST /api/staff/integrations/partners/{id}/keys': {
    ask: 'Crear una clave de API',
    effect: 'Quien la pidió puede retirarla, y con ella el sistema de afuera hace lo que dicen sus permisos.',
  },
  'POST /api/staff/holds/{id}/lift': {
    ask: 'Levantar un bloqueo',
    effect: 'La persona vuelve a poder lo que el bloqueo impedía.',
  },
  'POST /api/staff/operation/failed/{queue}/{id}/drop-money': {
    ask: 'Descartar una tarea de la que depende dinero',
    effect: 'No se vuelve a intentar nunca.',
  },
  'POST /api/staff/operation/contradictions/{id}/waive': {
    ask: 'No cobrar lo que debe un préstamo',
    effect: 'La deuda queda sin efecto y no se puede volver a cobrar.',
  },
  'POST /api/staff/operation/order-contradictions/{id}/resolve': {
    ask: 'Resolver un envío en contradicción',
    effect: 'Lo que dice el comprobante pasa a ser lo cierto, y el dinero congelado sigue su camino.',
  },
  'POST /api/staff/money/unmatched/{id}/match': {
    ask: 'Aplicar dinero a un préstamo',
    effect: 'El dinero paga lo que ese préstamo debe; lo que sobra queda a favor.',
  },
  'POST /api/staff/money/unmatched/{id}/return': {
    ask: 'Devolver dinero a quien pagó',
    effect: 'El dinero sale de las cuentas sin identificar: ya se transfirió, con este comprobante.',
  },
  'POST /api/staff/money/payments': {
    ask: 'Cargar un pago a mano',
    effect: 'Cuenta como un pago de este préstamo, con la fecha del comprobante.',
  },
  'POST /api/staff/money/payments/{id}/reverse': {
    ask: 'Revertir un pago',
    effect: 'El pago deja de contar: las cuotas que pagaba vuelven a deberse.',
  },
  'POST /api/staff/money/credits/{id}/refund': {
    ask: 'Devolver un saldo a favor',
    effect: 'Sale una transferencia a la cuenta de la persona.',
  },
  'POST /api/staff/money/refunds/{id}/settle': {
    ask: 'Resolver una devolución con comprobante',
    effect: 'La devolución termina como dice el comprobante. El sistema no manda nada.',
  },
  'POST /api/staff/loans/{id}/changes': {
    ask: 'Cambiar un préstamo',
    effect: 'El cambio cuenta desde que se aprueba.',
  },
  'POST /api/staff/loans/{id}/changes/{action}/undo': {
    ask: 'Deshacer un cambio de un préstamo',
    effect: 'El préstamo queda como si el cambio no se hubiera hecho: puede volver a deber más.',
  },
  'POST /api/staff/money/memberships/{id}/waive': {
    ask: 'No cobrar una membresía',
    effect: 'Se anula lo que se debe de ella y la persona recibe un mail.',
  },
  'POST /api/staff/invoices/{id}/settle': {
    ask: 'Dar por resuelta una factura',
    effect: 'No se manda: queda sin número, con el comprobante de cómo se resolvió.',
  },
  'POST /api/staff/money/loans/{id}/write-off': {
    ask: 'Castigar un préstamo',
    effect:
      'El capital que debe pasa a pérdida en los libros. La persona sigue debiendo lo mismo; lo que pague será recupero.',
  },
  'POST /api/staff/money/loans/{id}/write-off/undo': {
    ask: 'Deshacer un castigo',
    effect: 'El capital vuelve a ser un crédito a cobrar. Para la persona no cambia nada.',
  },
  'POST /api/staff/money/files': {
    ask: 'Registrar una rendición',
    effect: 'Se registra cada línea como muestra la tabla; las que hay que revisar no se registran.',
  },
  'POST /api/staff/pay-outs/{id}/release': {
    ask: 'Soltar un envío retenido',
    effect: 'El dinero sale a la cuenta de la persona.',
  },
  'POST /api/staff/pay-outs/{id}/settle': {
    ask: 'Resolver un envío con comprobante',
    effect: 'El envío termina como dice el comprobante. El sistema no manda nada.',
  },
  'POST /api/staff/pay-outs/{id}/above-cap': {
    ask: 'Enviar por encima del tope',
    effect: 'El dinero sale aparte, una sola vez, y cuenta en lo que salió hoy.',
  },
  'POST /api/staff/pay-outs/controls/{country}/resume': {
    ask: 'Reanudar los envíos del país',
    effect: 'Vuelve a salir todo lo que está por salir.',
  },
  'POST /api/staff/pay-outs/controls/{country}/cap': {
    ask: 'Cambiar el tope diario de envíos',
    effect: 'Rige desde ahora, con lo que ya salió hoy contado.',
  },
  'POST /api/staff/price-lists/{id}/end': {
    ask: 'Terminar una lista de precios',
    effect: 'Desde ese día vuelve a regir la anterior. No se reabre.',
  },
  'POST /api/staff/price-drafts/{id}/activate': {
    ask: 'Poner precios en vigencia',
    effect: 'Las ofertas nuevas salen con esta lista desde ese día.',
  },
  'POST /api/staff/decision-rules/{id}/end': {
    ask: 'Terminar reglas de crédito',
    effect: 'Desde ese día vuelven a decidir las anteriores. No se reabren.',
  },
  'POST /api/staff/decision-drafts/{id}/activate': {
    ask: 'Poner reglas de crédito en vigencia',
    effect: 'Deciden las solicitudes nuevas desde ese día. Lo que ya se decidió o espera no cambia.',
  },
  'POST /api/staff/exceptions/{id}/override': {
    ask: 'Aprobar una solicitud contra las reglas',
    effect:
      'La persona recibe una oferta hasta ese importe. El préstamo se confirma y se revisa como cualquiera.',
  },
  'POST /api/staff/money-settings/{country}/{name}': {
    ask: 'Cambiar la configuración de lo que es plata',
    effect: 'Rige en el momento.',
  },
  'POST /api/staff/guarded-settings/{country}/{name}': {
    ask: 'Cambiar una dirección o un aviso',
    effect: 'Los clientes lo ven en el momento.',
  },
  'POST /api/staff/closes/{id}/close': {
    ask: 'Cerrar un mes',
    effect:
      'El mes queda cerrado con su número y no se vuelve a abrir. Lo que se registre después va en el siguiente.',
  },
  'POST /api/staff/confirmed-data/{country}/{name}': {
    ask: 'Confirmar datos',
    effect: 'Desde ese día valen como confirmados por dos personas.',
  },
  'POST /api/staff/dated-values/{country}/{kind}': {
    ask: 'Cargar valores por fecha',
    effect: 'Cada valor rige desde su día.',
  },
  'POST /api/staff/holidays/{country}': {
    ask: 'Cambiar feriados bancarios',
    effect: 'Rigen un minuto después. Lo que ya se prometió no cambia.',
  },
};

/** Presentation of a request; one of a former version has only its name. */
export const presentationOf = (action: string): Presentation | undefined => APPROVALS[action as ApprovalKey];

/** Request and its effect; a change of a loan has those of its kind, and a waiver its amount. */
export function askedOf({
  action,
  change,
  after,
}: Pick<Approval, 'action' | 'change' | 'after'>): Presentation {
  const { ask, effect } = presentationOf(action) ?? { ask: actionName(action), effect: '' };
  const kind = CHANGE_KINDS[change as ChangeKind];
  if (kind === undefined) return { ask, effect };
  const { change: words } = JSON.parse(after) as { readonly change?: string };
  return { ask: change === 'waive' && words ? words : kind.name, effect: kind.effect };
}

type Headed = Pick<
  Approval,
  'action' | 'change' | 'after' | 'subject' | 'subject_name' | 'person' | 'amount' | 'currency'
>;

/** Subjects with a name that says no more than the request's kind. */
const NAMED_BY_PERSON = new Set(['cancellation', 'erasure', 'exception']);

/**
 * Request, subject and person: 'Quita de $30.000,00: Préstamo 4, Ana Pérez'. A sum at the end of the subject is shown
 * apart. A file reads 'Registrar la rendición de Abitab (abitab.csv)'.
 */
export function headingOf(row: Headed): string {
  const { ask } = askedOf(row);
  const [kind = ''] = row.subject.split(':');
  if (row.person !== '' && NAMED_BY_PERSON.has(kind)) return `${ask}: ${row.person}`;
  const sum =
    row.amount !== null && row.currency ? `, ${formatMoney(fromUnits(row.amount), row.currency)}` : '';
  const subject = subjectName(row).replace(sum, '');
  const [network, ...file] = subject.split(': ');
  if (kind === 'settlement' && file.length > 0)
    return `Registrar la rendición de ${network} (${file.join(': ')})`;
  const person = row.person === '' || subject.includes(row.person) ? '' : `, ${row.person}`;
  return `${ask}: ${subject}${person}`;
}

/** Link to a request's subject, by its kind; undefined where it has no page. */
export function subjectLink({
  subject,
  subject_name: title,
  action,
}: Pick<Approval, 'subject' | 'subject_name' | 'action'>):
  | { readonly to: string; readonly name: string }
  | undefined {
  const [kind = '', id = ''] = subject.split(':');
  // Booked money has no page of its own.
  if (kind === 'report' && !action.includes('/unmatched/'))
    return { to: '/dinero?vista=pagos', name: 'Ver los pagos' };
  const page = SUBJECT_PAGES[kind];
  return (
    page && { to: page.to.replace('{id}', id).replace('{title}', encodeURIComponent(title)), name: page.name }
  );
}

const page = (to: string, name: string) => ({ to, name });

const SUBJECT_PAGES: Readonly<Record<string, ReturnType<typeof page>>> = {
  staff: page('/equipo', 'Ver el equipo'),
  customer: page('/clientes/{id}', 'Ver la ficha'),
  partner: page('/integraciones', 'Ver las integraciones'),
  hold: page('/bloqueos', 'Ver los bloqueos'),
  cancellation: page('/solicitudes', 'Ver las solicitudes'),
  withdrawal: page('/solicitudes', 'Ver las solicitudes'),
  erasure: page('/solicitudes', 'Ver las solicitudes'),
  report: page('/dinero/{id}', 'Ver este dinero'),
  credit: page('/dinero?vista=a-favor', 'Ver los saldos a favor'),
  refund: page('/dinero?vista=devoluciones', 'Ver las devoluciones'),
  invoice: page('/facturas', 'Ver las facturas'),
  membership: page('/dinero?vista=membresias', 'Ver las membresías que se deben'),
  settlement: page('/dinero?vista=rendiciones', 'Ver las rendiciones'),
  'pay-out': page('/envios/{id}', 'Ver el envío'),
  'pay-outs': page('/envios?pais={id}', 'Ver los envíos del país'),
  loan: page('/operacion?vista=contradicciones', 'Ver las contradicciones'),
  contradiction: page('/operacion?vista=en-contradiccion', 'Ver los envíos en contradicción'),
  work: page('/operacion?vista=fallas', 'Ver las fallas'),
  'price-draft': page('/borradores/{id}', 'Ver el borrador'),
  'price-list': page('/precios/{id}', 'Ver la lista'),
  'rules-draft': page('/reglas-en-borrador/{id}', 'Ver las reglas'),
  rules: page('/reglas/{id}', 'Ver las reglas'),
  exception: page('/excepciones/{id}', 'Ver la solicitud'),
  setting: page('/configuracion?buscar={title}', 'Ver la configuración'),
  close: page('/cierres/{id}', 'Ver el cierre'),
  'confirmed-data': page('/valores', 'Ver los datos'),
  'dated-values': page('/valores', 'Ver los valores'),
  holidays: page('/valores', 'Ver los feriados'),
};

/** Facts that the evidence, the lines or the journal of the request show better. */
const SHOWN_ELSEWHERE = new Set(['file', 'encoding', 'known', 'journal']);

const isLedger = ({ key }: ChangeRow) => key.startsWith('ledger/');
/** Facts that only identify: a state alone says what ends. */
const isContext = ({ key, after }: ChangeRow) => after === '' && key !== 'state';

/** Changes that an approver reads, context that only identifies, and the ledger behind them. */
export function changesOf({ before, after }: Pick<Approval, 'before' | 'after'>): {
  readonly changes: readonly ChangeRow[];
  readonly context: readonly ChangeRow[];
  readonly ledger: readonly ChangeRow[];
} {
  const rows = changeRows(before, after).filter(
    (row) => row.before !== row.after && !SHOWN_ELSEWHERE.has(row.key),
  );
  const facts = rows.filter((row) => !isLedger(row));
  return {
    changes: facts.filter((row) => !isContext(row)),
    context: facts.filter(isContext),
    ledger: rows.filter(isLedger),
  };
}
