/** Texts on the membership's total effect; callers format the amounts. */
export const sumTexts = {
  price: (name: string, price: string) => `${name} cuesta ${price}, una sola vez.`,
  gains: (amount: string) => `Conviene: en este préstamo ahorrás ${amount}, con su precio ya descontado.`,
  even: 'En este préstamo ahorrás lo mismo que cuesta.',
  loses: (amount: string) => `En este préstamo pagás ${amount} más en total que sin la membresía.`,
  chargedToCard: (date: string) =>
    `Si confirmás ahora, la debitamos de tu tarjeta el ${date} (después, si el dinero se demora). Sin una tarjeta cargada, ese día te escribimos para que la pagues.`,
  charged: (date: string) =>
    `Si confirmás ahora, el ${date} te escribimos para que la pagues (después, si el dinero se demora).`,
  chargedLater: 'Se cobra cuando termina el plazo para arrepentirte del préstamo.',
  free: 'Si la das de baja dentro del plazo para arrepentirte, no la pagás y tu préstamo pasa al plan sin membresía.',
  loan: 'Total a devolver',
  membership: 'Membresía, una sola vez',
  total: 'Total con membresía',
} as const;
