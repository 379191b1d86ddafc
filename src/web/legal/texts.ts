/** Texts of the public legal pages. */
export const legalTexts = {
  version: (version: string) => `Versión ${version}`,
  print: 'Imprimir o guardar como PDF',
  retry: 'Volver a intentar',
} as const;

export const requestTexts = {
  form: 'Hacé tu pedido',
  email: 'Mail',
  emailHint: 'El código de seguimiento va al mail de tu cuenta.',
  comment: 'Comentario',
  commentHint: 'Opcional.',
  sentTitle: 'Recibimos tu pedido',
  another: 'Hacer otro pedido',
  home: 'Volver al inicio',
} as const;

/** The page that the link of the e-mail opens. */
export const confirmTexts = {
  question: 'Confirmá tu pedido para que tenga efecto.',
  confirm: 'Confirmar mi pedido',
  done: 'Tu pedido está confirmado',
  refused: 'No pudimos hacer lo que pediste',
  giveBack: 'Elegir cómo devolverlo',
  again: 'Hacer el pedido de nuevo',
} as const;
