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
    planned: (on: string) => `Lo debitamos el ${on}`,
    paid: 'Pagado',
    due: 'Pendiente de pago',
    free: 'No pagás nada',
  },
  state: 'Estado',
  price: 'Precio por única vez',
  term: 'Vigencia',
  endedOn: 'Baja',
  payment: 'Cobro',
  returned: 'No pagás por los días sin usar',
  waived: 'Anulamos lo que debías',
  benefits: 'Beneficios',
  due: 'No pudimos debitarla y tus cuotas no cambian. Pagala con el medio que prefieras, o dala de baja: pagás solo los días que la usaste.',
  dueAfterTerm: 'No pudimos debitarla y tus cuotas no cambian. Pagala con el medio que prefieras.',
  end: 'Dar de baja mi membresía',
  unavailable: 'La membresía no está disponible para tu perfil.',
  failed: 'No pudimos cargar tu membresía',
  retry: 'Volver a intentar',
  back: 'Volver al inicio',
} as const;

/** What is owed of a membership, on its page and on the account status. */
export const membershipDebtTexts = {
  title: (name: string, amount: string) => `Debés ${amount} de tu membresía ${name}`,
  text: 'No es parte de tus cuotas. Pagala con el medio que prefieras.',
  underWay: 'Ya hay un pago en curso que la paga.',
  pay: (amount: string) => `Pagar ${amount} de la membresía`,
  what: (name: string) => `Membresía ${name}`,
} as const;
