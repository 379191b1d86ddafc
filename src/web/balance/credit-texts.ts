/** Texts of money in favour (docs/decisions/0049). */
export const creditTexts = {
  title: (amount: string) => `Tenés ${amount} a favor`,
  paysAll: (number: number, date: string) => `El ${date} pagan tu cuota ${number}: no tenés que hacer nada.`,
  paysPart: (amount: string, number: number, date: string) =>
    `El ${date} pagan ${amount} de tu cuota ${number}.`,
  orBack: 'Si preferís que te los devolvamos, escribinos.',
  missing: (amount: string) => `Te devolvimos ${amount} que ahora faltan`,
  missingText:
    'Te los transferimos como saldo a favor, pero se anuló el pago del que venían, o ya se habían usado en tus cuotas. Los pagás desde acá, como una cuota más: están en la lista como «Saldo devuelto».',
  back: 'Escribinos para que te los devolvamos.',
  /** A transfer of it to the person's account. */
  refund: {
    'on-its-way': {
      title: (amount: string) => `Estamos devolviéndote ${amount}`,
      text: (account: string) =>
        `Los transferimos a tu cuenta terminada en ${account}. Te avisamos por mail cuando llegue.`,
    },
    completed: {
      title: (amount: string) => `Te devolvimos ${amount}`,
      text: (account: string, date: string) =>
        `El ${date} los transferimos a tu cuenta terminada en ${account}.`,
    },
    failed: {
      title: (amount: string) => `No pudimos devolverte ${amount}`,
      text: (account: string) =>
        `El banco rechazó la transferencia a tu cuenta terminada en ${account}. El dinero sigue a tu favor: revisá la cuenta en tus datos y escribinos.`,
    },
  },
  /** In the row of an instalment. */
  covers: (amount: string) => `Tu saldo a favor paga ${amount}`,
  coversAll: 'La paga tu saldo a favor',
  paidWith: (amount: string) => `${amount} con tu saldo a favor`,
  /** In the dialog of payment methods and in the parts of closing early. */
  less: (amount: string) => `Ya restamos ${amount} de tu saldo a favor.`,
} as const;
