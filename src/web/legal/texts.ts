/** Texts of the public legal pages. */
export const legalTexts = {
  version: (version: string) => `Versión ${version}`,
  print: 'Imprimir o guardar como PDF',
  retry: 'Volver a intentar',
} as const;

/** The page of the contracts in force. */
export const contractsTexts = {
  title: 'Contratos de adhesión',
  intro:
    'Estos son los contratos que ofrecemos, con el texto que vale hoy. El texto que aceptaste está en tu contrato, en la página de tu préstamo.',
  terms: 'Préstamo: términos y condiciones',
  membership: (name: string) => `Membresía ${name}: condiciones`,
  read: 'Leer el texto completo',
} as const;

export const requestTexts = {
  form: 'Hacé tu pedido',
  email: 'Mail',
  emailHint: 'El código de seguimiento va al mail de tu cuenta.',
  comment: 'Comentario',
  commentHint: 'Opcional.',
  sentTitle: 'Recibimos tu pedido',
  another: 'Hacer otro pedido',
  linkTitle: '¿Ya hiciste el pedido?',
  linkText:
    'Si el link para confirmarlo venció o no te llegó, te enviamos otro. Vale la fecha en que hiciste el pedido.',
  code: 'Código de seguimiento',
  codeMissing: 'Escribí tu código de seguimiento.',
  sendLink: 'Enviarme otro link',
  home: 'Volver al inicio',
} as const;

/** The same for a logged-in customer. */
export const ownRequestTexts = {
  whose: (name: string) => `A nombre de ${name}. Lo confirmás acá, sin esperar un mail.`,
  title: { loan: '¿Te arrepentís de tu préstamo?', membership: '¿Das de baja tu membresía?' },
  text: {
    loan: 'Si todavía no te enviamos el dinero, lo cancelamos y no debés nada. Si ya lo recibiste, lo devolvés sin intereses ni gastos.',
    membership:
      'La membresía termina hoy. Dentro de su plazo sin costo tu préstamo pasa al plan sin membresía que aceptaste; después sigue igual.',
  },
  yes: 'Sí, confirmar',
  no: 'No, volver',
} as const;

/** The page that the link of the e-mail opens. */
export const confirmTexts = {
  question: 'Confirmá tu pedido para que tenga efecto.',
  confirm: 'Confirmar mi pedido',
  done: 'Tu pedido está confirmado',
  refused: 'No pudimos hacer lo que pediste',
  code: (code: string) => `Tu código de seguimiento es ${code}.`,
  giveBack: 'Elegir cómo devolverlo',
  sendLink: requestTexts.sendLink,
  again: 'Hacer el pedido de nuevo',
} as const;
