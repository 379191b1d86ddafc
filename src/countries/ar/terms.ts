import { arrivalRules } from '../arrival.ts';
import { retentionWords } from '../law/data-protection.ts';
import { LATER_DAY } from '../shared-texts.ts';
import type { CountryDocuments } from '../server-country.ts';
import { argentina } from './pack.ts';

/** Argentina: Ley 24.240, BCRA user protection, Ley 25.326 (docs/product/rights.md#sources-of-the-terms). */
export const argentineDocuments: CountryDocuments = {
  terminos: {
    title: 'Términos y condiciones',
    version: 'ar-terminos-7',
    sections: [
      {
        heading: '1. Quiénes somos y qué ofrecemos',
        paragraphs: [
          '{brand} es una marca de {lender}. Contacto: {lenderContact}.',
          '{brand} otorga préstamos personales en pesos a personas de 18 a 75 años (la edad al pedir la oferta) con domicilio en la República Argentina, desde $3.000,00 y hasta el monto que muestre tu oferta, a devolver en las cuotas mensuales que elijas en ella, a tasa fija.',
          'El otorgamiento depende de la evaluación crediticia. Pedir una oferta no obliga a tomarla ni tiene costo.',
        ],
      },
      {
        heading: '2. Cómo se contrata',
        paragraphs: [
          'Elegís monto y cuotas, verificás tu identidad, indicás una cuenta bancaria a tu nombre y revisás el resumen. Antes de confirmar podés corregir cualquier dato.',
          'El contrato se forma cuando confirmás en la pantalla de revisión. En ese momento guardamos la versión de estos términos y del pagaré que aceptaste, con fecha y hora, y te enviamos una copia por mail.',
        ],
      },
      {
        heading: '3. Costo del préstamo',
        paragraphs: [
          'Antes de confirmar te informamos el monto financiado, la cantidad, periodicidad e importe de las cuotas, el total a pagar, la TNA, la TEA y el costo financiero total efectivo anual (CFTEA), con IVA incluido. Las cuotas se calculan por el sistema francés.',
          'No hay otros cargos que los informados. Podés cancelar el préstamo por adelantado, en todo o en parte.',
        ],
      },
      {
        heading: '4. Acreditación',
        paragraphs: [
          ...arrivalRules(argentina),
          'Los intereses corren desde que recibís el dinero y antes no vence ninguna cuota. Si lo entregamos dentro de los 3 días hábiles de la confirmación, las fechas no cambian. Si lo entregamos después, todos los vencimientos se corren los días corridos de demora y los importes no cambian; te avisamos antes de enviarlo y podés cancelar sin costo. Si pasan 10 días corridos sin que salga, el préstamo queda cancelado y no debés nada.',
        ],
      },
      {
        heading: '5. Pago y mora',
        paragraphs: [
          'Podés pagar con los medios que muestra tu estado de cuenta. Si autorizás el débito, lo intentamos 4 días hábiles antes del vencimiento.',
          LATER_DAY,
          'Si una cuota no se paga a tiempo se devengan intereses por mora de hasta el 150% de la tasa, únicamente sobre el capital impago. Podemos informar la deuda a las bases de datos de riesgo crediticio conforme a la ley.',
        ],
      },
      {
        heading: '6. Arrepentimiento',
        paragraphs: [
          'Podés revocar la contratación sin costo ni motivo dentro de los 10 días corridos de celebrada (artículo 34 de la Ley 24.240) y, por las normas de protección de usuarios del BCRA, dentro de los 10 días hábiles desde el contrato o la disponibilidad del dinero; vale el plazo que termine más tarde. El botón de arrepentimiento está siempre al pie del sitio.',
        ],
      },
      {
        heading: '7. Reclamos y jurisdicción',
        paragraphs: [
          'Podés reclamar por los canales de atención del sitio, ante el BCRA y ante la autoridad de defensa del consumidor de tu jurisdicción.',
          'Son competentes los tribunales de tu domicilio real. Contrato de adhesión, Ley 24.240.',
        ],
      },
    ],
  },
  privacidad: {
    title: 'Política de privacidad',
    version: 'ar-privacidad-3',
    sections: [
      {
        heading: '1. Quién es responsable de tus datos',
        paragraphs: [
          'El responsable de la base de datos es {lender}. Para ejercer tus derechos o preguntar por tus datos, escribinos o llamanos: {lenderContact}.',
        ],
      },
      {
        heading: '2. Qué datos tratamos y para qué',
        paragraphs: [
          'Tratamos los datos que nos das (identidad, contacto, domicilio, cuenta bancaria, imágenes de tu documento y tu selfie) y los que consultamos en bases de riesgo crediticio, para evaluar tu solicitud, otorgar y cobrar el préstamo y cumplir obligaciones legales.',
          'Dar los datos es voluntario, pero sin ellos no podemos evaluar la solicitud. De tu tarjeta guardamos la marca, los primeros seis y los últimos cuatro números, el titular, el vencimiento y la referencia con que la reconoce el procesador de pagos; nunca el número completo ni el código de seguridad.',
        ],
      },
      {
        heading: '3. Con quién los compartimos',
        paragraphs: [
          'Solo con quienes hacen falta para el préstamo: entidades de pago, proveedores de mensajería, bases de riesgo crediticio y autoridades cuando la ley lo exige. No vendemos datos.',
        ],
      },
      {
        heading: '4. Cuánto tiempo los guardamos',
        paragraphs: [...retentionWords('AR')],
      },
      {
        heading: '5. Tus derechos',
        paragraphs: [
          ...argentina.personalDataLegend.slice(0, 1),
          'También podés pedir su rectificación, actualización o supresión por los canales de atención del sitio.',
          ...argentina.personalDataLegend.slice(1),
        ],
      },
    ],
  },
};
