import { LATER_DAY } from '../shared-texts.ts';
import { instalmentsInWords, type NoteFacts, type PromissoryNote } from '../papers/note-facts.ts';

/**
 * Wording of docs/product/confirmation.md#promissory-note; form of DL 5965/63 arts. 101 to 104; figures of
 * art. 36 of Ley 24.240, without which a consumer's note cannot be enforced; court of the consumer's domicile
 * (docs/product/rights.md#court).
 */
export function argentineNote(facts: NoteFacts): PromissoryNote {
  return {
    title: 'Pagaré a la vista sin protesto',
    version: 'ar-pagare-7',
    paragraphs: [
      `${facts.city}, ${facts.date}. Por ${facts.amount}.`,
      `A la vista pagaré sin protesto (artículo 50, Decreto Ley 5965/63) a ${facts.lender}, o a su orden la cantidad de pesos ${facts.amountInWords} (${facts.amount}), por igual valor recibido en préstamo a mi entera satisfacción, en su domicilio o en el medio de pago que indique.`,
      `La suma adeudada devengará intereses compensatorios a una tasa del ${facts.rate} más IVA (TNA), desde la entrega del dinero. Si se entrega más de 3 días hábiles después de la confirmación, todos los vencimientos se corren los días corridos de demora.`,
      'En caso de mora se devengarán intereses por mora de hasta el 150% de esa tasa, únicamente sobre el capital impago.',
      'De acuerdo con el artículo 36 del Decreto Ley 5965/63, el plazo de presentación de este pagaré se amplía a 5 años desde su libramiento.',
      `Información de la operación (artículo 36, Ley 24.240): monto financiado ${facts.amount}; ${instalmentsInWords(facts)}; total a pagar ${facts.finalAmount}; TEA ${facts.tea}; costo financiero total efectivo anual (CFTEA) con IVA, calculado sobre las fechas reales de pago, ${facts.cftDated}; sistema de amortización francés. ${LATER_DAY}`,
      ...(facts.basicPlan === '' ? [] : [facts.basicPlan]),
      `Para todos los efectos serán competentes los tribunales ordinarios en lo comercial de la Ciudad de Buenos Aires. Si el librador es consumidor, serán competentes los tribunales de su domicilio real (artículo 36, Ley 24.240), sito en ${facts.domicile}.`,
      `Librador: ${facts.drawer}, DNI ${facts.document}, con domicilio en ${facts.domicile}.`,
    ],
  };
}
