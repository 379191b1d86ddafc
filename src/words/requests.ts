import type { OutputOf } from '../contract/contract.ts';
import type { REQUEST_KINDS } from '../contract/staff/requests.ts';

type Kind = (typeof REQUEST_KINDS)[number];
type Objection = Exclude<OutputOf<'GET /api/staff/requests'>['result'][number]['objection'], ''>;

export const REQUEST_NAMES: Readonly<Record<Kind, string>> = {
  cancellation: 'Cancelar el préstamo',
  withdrawal: 'Arrepentimiento',
  membership: 'Baja de membresía',
  erasure: 'Supresión de datos',
};

/** Labels for the state of a deadline. */
export const CLOCK_NAMES = { green: 'En término', amber: 'Se termina', red: 'Último día o vencida' } as const;

/** Decision that waits for a second person, as words after 'para'. */
export const ASKED_NAMES = { accept: 'aceptarla', refuse: 'rechazarla' } as const;

/** Effect of accepting a request, shown beforehand. */
export const ACCEPT_EFFECTS: Readonly<Record<Kind, string>> = {
  cancellation:
    'Ejerce el arrepentimiento con la fecha en que lo pidió: si el dinero no salió, el préstamo se cancela; si ya salió, lo tiene que devolver, sin intereses.',
  withdrawal:
    'Tiene el mismo efecto que si hubiera confirmado el link: si el dinero no salió, el préstamo se cancela; si ya salió, lo tiene que devolver, sin intereses.',
  membership:
    'La membresía termina desde el día en que lo pidió. Si lo pidió dentro de su plazo sin costo y todavía no venció ninguna cuota, el préstamo pasa al plan sin membresía que aceptó al confirmarlo; si no, sigue igual.',
  erasure: 'Cuando otra persona lo apruebe, suprime sus datos y cierra su cuenta. No se puede deshacer.',
};

/** Obstacles to an erasure. */
export const OBJECTIONS: Readonly<Record<Objection, string>> = {
  loan: 'Hay un préstamo en camino.',
  debt: 'Hay un préstamo o una membresía sin terminar de pagar.',
  credit: 'Hay dinero a favor que devolver.',
  held: 'Hay un bloqueo: mientras dure hay que conservar los datos.',
};

/** Warns staff: anyone who knows a document number can make the request. */
export const NOT_OWN = 'Lo pidió alguien sin ingresar';
export const NOT_OWN_WARNING =
  'Quien lo pidió no había ingresado a su cuenta: pudo ser cualquiera que conozca el documento. Confirmalo con la persona antes de aceptar.';

export function leftText(days: number): string {
  if (days === 0) return 'Vence hoy';
  const count = Math.abs(days) === 1 ? '1 día' : `${Math.abs(days)} días`;
  if (days < 0) return `Venció hace ${count}`;
  return days === 1 ? `Falta ${count}` : `Faltan ${count}`;
}
