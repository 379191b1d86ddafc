/** Texts of the membership's page. */
export const membershipPageTexts = {
  title: (name: string) => `Tu membresía ${name}`,
  none: 'Todavía no tenés la membresía. Podés incluirla al confirmar un préstamo.',
  states: {
    agreed: 'Empieza cuando recibas el dinero de tu préstamo',
    active: 'Activa',
    ended: 'Dada de baja',
    expired: 'Terminada',
    canceled: 'Sin efecto: el préstamo se canceló',
  },
  charges: {
    none: 'Todavía no se cobra',
    planned: (on: string, isDebited: boolean) =>
      isDebited ? `Lo debitamos de tu tarjeta el ${on}` : `Te escribimos el ${on} para que lo pagues`,
    paid: 'Pagado',
    due: 'Pendiente de pago',
    free: 'No pagás nada',
  },
  notBefore: (date: string) => `No se cobra antes del ${date}`,
  state: 'Estado',
  price: 'Precio por única vez',
  term: 'Vigencia',
  endedOn: 'Baja',
  payment: 'Cobro',
  returned: 'No pagás por los días sin usar',
  waived: 'Anulamos lo que debías',
  benefits: 'Beneficios',
  due: 'Falta pagarla y tus cuotas no cambian. Pagala con el medio que prefieras, o dala de baja: pagás solo los días que la usaste.',
  dueAfterTerm: 'Falta pagarla y tus cuotas no cambian. Pagala con el medio que prefieras.',
  end: 'Dar de baja mi membresía',
  unavailable: 'La membresía no está disponible para tu perfil.',
  failed: 'No pudimos cargar tu membresía',
  retry: 'Volver a intentar',
  back: 'Volver al inicio',
} as const;

/** Texts about the effects of ending the membership. */
export const endingTexts = {
  changes:
    'La membresía termina hoy y tu préstamo pasa al plan sin membresía que aceptaste al confirmarlo. Los vencimientos no cambian y lo que ya pagaste cuenta para las cuotas nuevas.',
  stays: 'La membresía termina hoy. Tu préstamo sigue igual: no cambian su tasa ni sus cuotas.',
  instalments: (count: number) => (count === 1 ? '1 cuota de' : `${count} cuotas de`),
  total: 'Total a devolver',
  credit: (amount: string) => `De lo que pagaste por la membresía quedan ${amount} a tu favor.`,
  owed: (amount: string) => `Por los días que la usaste vas a deber ${amount}.`,
  nothing: 'No pagás nada por la membresía.',
  freeUntil: (date: string, instalments: string, total: string) =>
    `Hasta el ${date} podés darla de baja sin costo. Tu préstamo pasa entonces al plan sin membresía: ${instalments}, en total ${total}.`,
} as const;

/** Membership debt, on its page and on the account status. */
export const membershipDebtTexts = {
  title: (name: string, amount: string) => `Debés ${amount} de tu membresía ${name}`,
  text: 'No es parte de tus cuotas. Pagala con el medio que prefieras.',
  underWay: 'Ya hay un pago en curso que la paga.',
  pay: (amount: string) => `Pagar ${amount} de la membresía`,
  what: (name: string) => `Membresía ${name}`,
} as const;
