import type { CountryCode } from '../country-pack.ts';

/**
 * The public pages for withdrawing from a loan and ending the membership (docs/product/rights.md#withdrawal).
 */
export interface WithdrawalTexts {
  readonly withdrawal: {
    readonly title: string;
    readonly button: string;
    readonly paragraphs: readonly string[];
  };
  readonly membership: {
    readonly title: string;
    readonly button: string;
    readonly paragraphs: readonly string[];
  };
  /** Calendar days of the general right at a distance; 0 where only business days count. */
  readonly calendarDays: number;
  /** Business days of the right for loans; the later of both ends is granted. */
  readonly businessDays: number;
}

const TRACKING =
  'No hace falta que inicies sesión ni que des un motivo. Dentro de las 24 horas te enviamos un código de seguimiento.';

const MEMBERSHIP_END =
  'Dentro del plazo para arrepentirte del préstamo no pagás nada por ella y tu préstamo pasa al plan sin membresía que aceptaste al confirmarlo. Después pagás los días que la usaste y la tasa no cambia.';

export const WITHDRAWAL: Readonly<Record<CountryCode, WithdrawalTexts>> = {
  AR: {
    withdrawal: {
      title: 'Botón de arrepentimiento',
      button: 'Arrepentirme de mi préstamo',
      paragraphs: [
        'Tenés derecho a arrepentirte dentro de los 10 días corridos (artículo 34, Ley 24.240; Disposición 954/2025) y, tratándose de un préstamo, dentro de los 10 días hábiles desde que lo aceptaste o recibiste el dinero (normas de protección de usuarios del BCRA). Vale el plazo que termine más tarde.',
        'Si ya recibiste el dinero, tenés que devolverlo. No pagás intereses ni gastos por el arrepentimiento.',
        TRACKING,
      ],
    },
    membership: {
      title: 'Botón de baja',
      button: 'Dar de baja mi membresía',
      paragraphs: [
        'Podés dar de baja la membresía en cualquier momento (Disposición 954/2025).',
        MEMBERSHIP_END,
        TRACKING,
      ],
    },
    calendarDays: 10,
    businessDays: 10,
  },
  UY: {
    withdrawal: {
      title: 'Arrepentimiento',
      button: 'Arrepentirme de mi préstamo',
      paragraphs: [
        'Tenés derecho a rescindir el contrato dentro de los 5 días hábiles desde que lo aceptaste o recibiste el dinero (artículo 16, Ley 17.250).',
        'Si ya recibiste el dinero, tenés que devolverlo. No pagás intereses ni gastos por el arrepentimiento.',
        TRACKING,
      ],
    },
    membership: {
      title: 'Baja de la membresía',
      button: 'Dar de baja mi membresía',
      paragraphs: ['Podés dar de baja la membresía en cualquier momento.', MEMBERSHIP_END, TRACKING],
    },
    calendarDays: 0,
    businessDays: 5,
  },
};

/** The term for withdrawing or ending a membership without charge: '5 días hábiles desde que…'. */
export function withdrawalTermWords(code: CountryCode): string {
  const { calendarDays, businessDays } = WITHDRAWAL[code];
  const business = `${businessDays} días hábiles desde que recibís el dinero`;
  return calendarDays === 0
    ? business
    : `${calendarDays} días corridos o ${business}, lo que termine más tarde`;
}

export function withdrawalTextsOf(code: CountryCode): WithdrawalTexts {
  return WITHDRAWAL[code];
}
