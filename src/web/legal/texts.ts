/** Texts of the public legal pages. */
export const legalTexts = {
  version: (version: string) => `Versión ${version}`,
  print: 'Imprimir o guardar como PDF',
  retry: 'Volver a intentar',
} as const;

export const requestTexts = {
  form: 'Hacé tu pedido',
  name: 'Nombre y apellido',
  email: 'Mail',
  emailHint: 'Ahí te enviamos el código de seguimiento.',
  comment: 'Comentario',
  commentHint: 'Opcional.',
  sentTitle: 'Recibimos tu pedido',
  sent: (email: string) => `Dentro de las 24 horas te enviamos el código de seguimiento a ${email}.`,
  another: 'Hacer otro pedido',
  home: 'Volver al inicio',
} as const;

/** What the support ticket says: `POST /v3/suggest` asks for a subject and a content (B §7). */
export const ticketTexts = {
  withdrawal: { subject: 'Arrepentimiento', content: 'Pedido de arrepentimiento del préstamo.' },
  membership: { subject: 'Baja de membresía', content: 'Pedido de baja de la membresía.' },
} as const;
