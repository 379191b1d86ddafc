import { LATER_DAY } from '../shared-texts.ts';
import { instalmentsInWords, type NoteFacts, type PromissoryNote } from '../papers/note-facts.ts';

/**
 * Same statements in the Uruguayan form, a vale under DL 14.701. A Uruguayan consumer cannot be sued in
 * Buenos Aires, so the note names the courts of the domicile.
 */
export function uruguayanNote(facts: NoteFacts): PromissoryNote {
  return {
    title: 'Vale a la vista',
    version: 'uy-vale-8',
    paragraphs: [
      `${facts.city}, ${facts.date}. Por ${facts.amount}.`,
      `Debo y pagaré a la vista, sin protesto, a ${facts.lender}, o a su orden la cantidad de pesos uruguayos ${facts.amountInWords} (${facts.amount}), por igual valor recibido en préstamo a mi entera satisfacción.`,
      `La suma adeudada devengará intereses compensatorios a una tasa del ${facts.rate} más IVA (TEA), desde la entrega del dinero. Si se entrega más de 3 días hábiles después de la confirmación, todos los vencimientos se corren los días corridos de demora.`,
      `En caso de mora se devengarán intereses por mora de hasta el 150% de esa tasa, únicamente sobre el capital impago dentro de los topes de la Ley 18.212 (TEA por mora ${facts.defaultTea} más IVA) y hasta ${facts.defaultMonths} meses después del vencimiento de cada cuota.`,
      'El plazo de presentación de este vale es de 5 años desde su libramiento.',
      `Información de la operación: capital ${facts.amount}; ${instalmentsInWords(facts)}; total a pagar ${facts.finalAmount}; TEA compensatoria ${facts.tea}; costo total efectivo anual con IVA y gastos, calculado sobre las fechas reales de pago, ${facts.cftDated}; sistema de amortización francés. ${LATER_DAY}`,
      ...(facts.basicPlan === '' ? [] : [facts.basicPlan]),
      `Serán competentes los tribunales del domicilio del librador, sito en ${facts.domicile}.`,
      `Librador: ${facts.drawer}, cédula de identidad ${facts.document}, con domicilio en ${facts.domicile}.`,
    ],
  };
}
