/** Texts of the referral landing. */
export const referralTexts = {
  title: (firstName: string) => `${firstName}, invitá y ganá`,
  reward: (amount: string) =>
    `Por cada persona que invites y que reciba su préstamo, ${amount} de descuento para vos y ${amount} de descuento para ella.`,
  each: 'de descuento para cada uno',
  exampleTitle: 'Por ejemplo',
  example: (count: number, total: string) => `${count} referidos = ${total} de descuento`,
  exampleNote: 'en las próximas cuotas de tu préstamo',
  invite: 'Invitar por WhatsApp',
  link: 'Tu link de referido',
  linkName: 'tu link de referido',
  howTitle: 'Cómo funciona',
  how: [
    'Compartí tu link con alguien que todavía no sea cliente.',
    'Esa persona se registra con tu link y pide su préstamo.',
    'Cuando recibe su préstamo y termina el plazo para arrepentirse, los dos reciben el descuento en sus próximas cuotas.',
  ],
  terms: (country: string, from: string, to: string) =>
    `Promoción válida en ${country} del ${from} al ${to}.`,
  mine: 'Tus referidos',
  registered: 'Se registraron con tu link',
  approved: 'Obtuvieron su préstamo',
  awaited: 'Pendiente',
  awaitedNote:
    'Lo pendiente se suma cuando termina el plazo para arrepentirse del préstamo. Si la persona se arrepiente, no se suma.',
  earned: 'Descuento ganado',
  applied: 'Ya descontado de tus cuotas',
  pending: 'Por descontar',
  ended: 'La promoción terminó.',
  endedNote: (from: string, to: string) =>
    `Estuvo vigente del ${from} al ${to}. Los descuentos que ganaste y los pendientes siguen siendo tuyos; ya no se suman nuevos.`,
  early: 'La promoción todavía no empezó.',
  earlyNote: (from: string, to: string) => `Va a estar vigente del ${from} al ${to}.`,
  none: 'Todavía no hay una promoción de referidos.',
  noneNote: 'Cuando haya una, vas a encontrar tu link en esta página.',
  home: 'Ir a mi préstamo',
  account: 'Ver mi estado de cuenta',
  notFoundTitle: 'Programa de referidos',
  notFound: 'No pudimos encontrar el perfil de usuario',
  notFoundNext: 'Tu link y tus referidos están en tu cuenta: ingresá para verlos.',
  back: 'Volver',
} as const;
