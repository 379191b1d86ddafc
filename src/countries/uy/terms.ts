import { arrivalRules } from '../arrival.ts';
import { retentionWords } from '../law/data-protection.ts';
import { LATER_DAY } from '../shared-texts.ts';
import type { CountryDocuments } from '../server-country.ts';
import { uruguay } from './pack.ts';

/** Uruguay: Ley 17.250, Ley 18.212, Ley 18.331 (docs/product/rights.md#sources-of-the-terms). */
export const uruguayanDocuments: CountryDocuments = {
  terminos: {
    title: 'Términos y condiciones',
    version: 'uy-terminos-8',
    sections: [
      {
        heading: '1. Quiénes somos y qué ofrecemos',
        paragraphs: [
          '{brand} es una marca de {lender}. Contacto: {lenderContact}.',
          '{brand} otorga préstamos personales en pesos uruguayos a personas de 18 a 75 años (la edad al pedir la oferta) con domicilio en la República Oriental del Uruguay, de hasta $25.000,00, a devolver en las cuotas mensuales que elijas en tu oferta.',
          'El otorgamiento depende de la evaluación crediticia. Pedir una oferta no obliga a tomarla ni tiene costo.',
        ],
      },
      {
        heading: '2. Cómo se contrata',
        paragraphs: [
          'Elegís monto y cuotas, verificás tu identidad, elegís cómo recibir el dinero (transferencia bancaria o Red pagos) y revisás el resumen. Antes de confirmar podés corregir cualquier dato.',
          'El contrato se forma cuando confirmás en la pantalla de revisión. En ese momento guardamos la versión de estos términos y del vale que aceptaste, con fecha y hora, y te enviamos una copia por mail.',
        ],
      },
      {
        heading: '3. Costo del préstamo',
        paragraphs: [
          'La TEA compensatoria está entre 70% y 117%. Los gastos administrativos son de 40 UI al otorgamiento más hasta 80 UI por cobranza, con un máximo de 8 UI por cuota, más IVA.',
          'Antes de confirmar te informamos el capital, la tasa efectiva anual compensatoria y la de mora con dos decimales, cada cargo, el costo total, y la cantidad, el importe y el vencimiento de las cuotas. Podés cancelar el préstamo por adelantado.',
        ],
      },
      {
        heading: '4. Acreditación',
        paragraphs: [
          ...arrivalRules(uruguay),
          'Los intereses corren desde que recibís el dinero y antes no vence ninguna cuota. Si lo entregamos dentro de los 3 días hábiles de la confirmación, las fechas no cambian. Si lo entregamos después, todos los vencimientos se corren los días corridos de demora y los importes no cambian; te avisamos antes de enviarlo y podés cancelar sin costo. Si pasan 10 días corridos sin que salga, el préstamo queda cancelado y no debés nada.',
        ],
      },
      {
        heading: '5. Pago y mora',
        paragraphs: [
          'Podés pagar en las redes de cobranza que muestra tu estado de cuenta. Si autorizás el débito, lo intentamos 4 días hábiles antes del vencimiento.',
          LATER_DAY,
          'Si una cuota no se paga a tiempo se devengan intereses por mora de hasta el 150% de la tasa, únicamente sobre el capital impago, dentro de los topes de la Ley 18.212 y hasta 24 meses después del vencimiento de cada cuota.',
        ],
      },
      {
        heading: '6. Arrepentimiento',
        paragraphs: [
          'Podés rescindir el contrato sin costo ni motivo dentro de los 5 días hábiles desde el contrato o la entrega del dinero (artículo 16 de la Ley 17.250), desde la página de arrepentimiento del sitio.',
        ],
      },
      {
        heading: '7. Reclamos y jurisdicción',
        paragraphs: [
          'Podés reclamar por los canales de atención del sitio, ante el Banco Central del Uruguay y ante la Unidad Defensa del Consumidor.',
          'Son competentes los tribunales de tu domicilio.',
        ],
      },
    ],
  },
  privacidad: {
    title: 'Política de privacidad',
    version: 'uy-privacidad-3',
    sections: [
      {
        heading: '1. Quién es responsable de tus datos',
        paragraphs: [
          'El responsable de la base de datos y de su tratamiento es {lender}. Para ejercer tus derechos o preguntar por tus datos, escribinos o llamanos: {lenderContact}.',
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
          'Solo con quienes hacen falta para el préstamo: entidades de pago, redes de cobranza, proveedores de mensajería, bases de riesgo crediticio y autoridades cuando la ley lo exige. No vendemos datos.',
        ],
      },
      {
        heading: '4. Cuánto tiempo los guardamos',
        paragraphs: [...retentionWords('UY')],
      },
      {
        heading: '5. Tus derechos',
        paragraphs: [
          'Conforme a la Ley 18.331 y al Decreto 414/009 podés pedir el acceso, la rectificación, la actualización, la inclusión o la supresión de tus datos por los canales de atención del sitio.',
          'La Unidad Reguladora y de Control de Datos Personales (URCDP) recibe consultas y denuncias.',
        ],
      },
    ],
  },
};
