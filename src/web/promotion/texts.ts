import { DRAW, DRAW_CLAIM_HOURS } from '../../countries/promotions.ts';

const shortDay = (date: string) => Number(date.slice(8));

/** Texts of the draw of December 2020. */
export const drawTexts = {
  region: 'Promoción',
  banner: (prize: string) => `Sorteo de diciembre: gift card de ${prize}`,
  see: 'Ver bases',
  dismiss: 'Cerrar la promoción',
  title: 'Sorteo de diciembre 2020',
  running: (prize: string) =>
    `Participás si tu préstamo se aprueba entre el ${shortDay(DRAW.from)} y el ${shortDay(DRAW.to)} de diciembre de 2020. El premio es una gift card de ${prize} y, si ganás, tenés ${DRAW_CLAIM_HOURS} horas para responder.`,
  ended: 'La promoción terminó.',
  endedNote: `El sorteo fue para préstamos aprobados entre el ${shortDay(DRAW.from)} y el ${shortDay(DRAW.to)} de diciembre de 2020. Ya no se puede participar.`,
  early: 'La promoción todavía no empezó.',
} as const;
