import type { CalendarDate } from '../../domain/calendar-date.ts';
import type { CountryCode } from '../country-pack.ts';
import { deliveryTermsOf } from '../law/delivery.ts';

/** The rule of docs/product/loan-and-money.md#from-the-money-on, as the contract states it. */
export function deliveryRule(code: CountryCode, confirmedOn: CalendarDate): string {
  const { onTimeBusinessDays, canceledAfterDays } = deliveryTermsOf(code, confirmedOn);
  return `Antes de entregar el dinero no corren intereses ni vence ninguna cuota. Si se entrega dentro de los ${onTimeBusinessDays} días hábiles de la confirmación, valen las fechas de este plan. Si se entrega después, todos los vencimientos se corren los días corridos que pasaron entre la confirmación y la entrega, los importes no cambian, y te avisamos antes de enviar el dinero para que puedas cancelar sin costo. Si pasan ${canceledAfterDays} días corridos sin que salga, el préstamo queda cancelado y no debés nada.`;
}
