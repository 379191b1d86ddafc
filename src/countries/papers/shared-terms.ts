import { formatUnits } from '../../domain/format-units.ts';
import { hasStep } from '../application-steps.ts';
import type { CountryPack } from '../country-pack.ts';
import { DRAW_CLAIM_HOURS, REFERRAL_EXAMPLE_COUNT } from '../promotions.ts';
import type { LegalDocument, LegalSlug } from '../server-country.ts';

/** Legal texts that differ between countries only in their amounts. */
export function sharedDocuments(
  pack: CountryPack,
): Readonly<Record<Exclude<LegalSlug, 'terminos' | 'privacidad'>, LegalDocument>> {
  const { currency, membership, amounts } = pack;
  const money = (units: number) => formatUnits(units, currency);
  return {
    membresia: {
      title: 'Condiciones de {brand}+',
      version: 'membresia-5',
      sections: [
        {
          heading: '1. Qué es',
          paragraphs: [
            '{brand}+ es una membresía paga y optativa. No hace falta tenerla para pedir un préstamo.',
            'Incluye adelantos a tasa cero, tasas preferenciales, billetera virtual gratuita y tarjeta física y virtual, desembolso Turbo dentro de las 5 horas hábiles de lunes a viernes, montos más altos, descuentos de hasta el 50%, informe de perfil crediticio y atención por WhatsApp en horario comercial.',
          ],
        },
        {
          heading: '2. Precio y baja',
          paragraphs: [
            `El precio es de ${money(membership.price)} por única vez, impuestos incluidos, y cubre desde el día en que recibís el dinero de tu préstamo hasta el vencimiento de su última cuota. No integra las cuotas. Antes de confirmar tu préstamo podés incluirla o quitarla, y ves lo que cambia en cada caso.`,
            chargeTerms(pack),
            'Podés darla de baja en cualquier momento, sin iniciar sesión, desde la página de baja. Hasta el fin del plazo para arrepentirte no pagás nada y tu préstamo pasa al plan sin membresía que viste y aceptaste al confirmarlo, con los mismos vencimientos. Después pagás solo los días que la usaste, te devolvemos el resto y la tasa de tu préstamo no cambia.',
          ],
        },
      ],
    },
    sorteo: {
      title: 'Bases y condiciones del sorteo',
      version: 'sorteo-2',
      sections: [
        {
          heading: '1. Participantes y premio',
          paragraphs: [
            'Participan las personas cuya solicitud de préstamo haya sido aprobada entre el 1 y el 29 de diciembre de 2020.',
            `El premio es una gift card de ${money(amounts.drawPrize)}. Hay un solo premio.`,
          ],
        },
        {
          heading: '2. Sorteo y aviso',
          paragraphs: [
            `Avisamos a la persona ganadora por mail y celular. Tiene ${DRAW_CLAIM_HOURS} horas para responder; si no lo hace, se sortea de nuevo.`,
          ],
        },
      ],
    },
    referidos: referralTerms(
      money(amounts.referralReward),
      money(REFERRAL_EXAMPLE_COUNT * amounts.referralReward),
    ),
  };
}

/** A country without a card step cannot charge a card: its customers pay by the methods for instalments. */
function chargeTerms(pack: CountryPack): string {
  const day =
    'el día hábil siguiente al fin del plazo para arrepentirte del préstamo, y nunca antes del día que te dijimos al confirmarlo';
  const told = 'Te avisamos la fecha cuando recibís el dinero.';
  const otherwise =
    'la pagás desde la página de tu membresía con cualquiera de los medios de pago de tus cuotas';
  return hasStep(pack, 'card')
    ? `Se debita una vez de tu tarjeta de débito guardada, ${day}. Si ese día no tenés una o frenaste el débito automático, te escribimos y ${otherwise}. ${told}`
    : `Se paga una vez, desde ${day}: te escribimos y ${otherwise}. ${told}`;
}

/** @param reward for each side, and of the example, as displayed */
function referralTerms(reward: string, example: string): LegalDocument {
  return {
    title: 'Bases y condiciones del programa de referidos',
    version: 'referidos-2',
    sections: [
      {
        heading: '1. Vigencia y beneficio',
        paragraphs: [
          'La promoción vale en Argentina desde el 7 de agosto de 2023 hasta el 31 de diciembre de 2024.',
          `Por cada persona que invites y a la que se le otorgue un préstamo, vos y esa persona reciben ${reward} de descuento cada una. Con ${REFERRAL_EXAMPLE_COUNT} personas referidas tenés ${example} de descuento.`,
        ],
      },
      {
        heading: '2. Cuándo se suma y cómo se usa',
        paragraphs: [
          'El descuento se suma cuando termina el plazo para arrepentirse del préstamo de la persona invitada. Si esa persona se arrepiente, no se suma para ninguna de las dos.',
          'Si su préstamo queda sin efecto después, se pierde lo que falte descontar. Lo que ya descontamos de un préstamo vigente no se cobra de nuevo.',
          'Cada descuento se usa una sola vez, sobre lo que falta pagar de un préstamo, y no se entrega en dinero. Si el préstamo que lo recibió queda sin efecto, se usa en el siguiente.',
          'El programa es para invitar a otras personas: no hay descuento por invitarse a uno mismo.',
        ],
      },
    ],
  };
}
