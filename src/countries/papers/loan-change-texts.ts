import { formatDate } from '../../domain/calendar-date.ts';
import { type Currency, formatMoney, sum } from '../../domain/money.ts';
import type { AgreedRow, LoanAction } from '../../domain/standing/actions.ts';
import { totalDues } from '../../domain/standing/allocation.ts';
import { COMPONENT_TEXTS } from './statement-texts.ts';

type Change<Action> = Action extends unknown ? Omit<Action, 'id' | 'on' | 'after'> : never;

/** Figures of a loan action, without its identity and position. */
export type LoanChange = Change<LoanAction>;

/** Everything that the row asks for, in centavos. */
export function agreedAmount({ principal, interest, tax, fee, feeTax, carried }: AgreedRow) {
  return sum([principal, interest, tax, fee, feeTax, totalDues(carried)]);
}

/** One phrase for what an action changes, for its history and for its approval. */
export function changeWords(change: LoanChange, currency: Currency): string {
  const money = (amount: Parameters<typeof formatMoney>[0]) => formatMoney(amount, currency);
  switch (change.kind) {
    case 'pause':
      return `Pausa de los intereses por mora, del ${formatDate(change.from)} al ${formatDate(change.to)}`;
    case 'waive':
      return `Quita de hasta ${money(change.amount)}${waivedOf(change)}`;
    case 'settlement-offer':
      return `Oferta para cancelar con ${money(change.amount)} hasta el ${formatDate(change.until)}`;
    case 'agreement':
      return agreementWords(change, money(sum(change.rows.map(agreedAmount))));
    case 'accelerate':
      return 'Todo el préstamo pasa a estar vencido';
    case 'sued':
      return 'Demanda judicial iniciada';
  }
}

function waivedOf({ instalment, component }: Extract<LoanChange, { kind: 'waive' }>): string {
  const part = component === undefined ? '' : ` de ${COMPONENT_TEXTS[component]}`;
  return `${part}${instalment === undefined ? '' : ` de la cuota ${instalment}`}`;
}

function agreementWords(
  { rows, isRefinancing }: Extract<LoanChange, { kind: 'agreement' }>,
  total: string,
): string {
  const [first] = rows;
  if (first === undefined) return 'Acuerdo sin cuotas: el préstamo queda cancelado';
  const from = formatDate(first.dueDate);
  if (!isRefinancing) return `Cambio del día de vencimiento: la próxima cuota vence el ${from}`;
  const count = rows.length === 1 ? '1 cuota' : `${rows.length} cuotas`;
  return `Acuerdo de pago: ${count} desde el ${from}, en total ${total}`;
}
