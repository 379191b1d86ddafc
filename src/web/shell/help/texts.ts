import { shellTexts } from '../../text/shared.ts';

/** Texts of the help and of suggestions; no page starts with them. */

export const suggestionTexts = {
  title: 'Sugerencias y mejoras',
  intro: 'Contanos qué podemos hacer mejor.',
  name: 'Nombre y apellido',
  email: 'Mail',
  document: 'Documento',
  documentHint: 'Opcional.',
  subject: 'Título',
  content: 'Tu sugerencia',
  send: 'Enviar',
  sending: 'Enviando tu sugerencia…',
  thanks: '¡Gracias! Recibimos tu sugerencia.',
} as const;

export const helpTexts = {
  centre: 'Centro de ayuda',
  teaserChat: '¿Te damos una mano? Chateá con nosotros.',
  openChat: 'Abrir el chat',
  teaserForm: '¿Te damos una mano? No tenemos chat en vivo: escribinos y te respondemos por mail.',
  noChat: 'Por ahora no tenemos chat en vivo. Dejanos tu mensaje y te respondemos por mail.',
  away: 'En este momento no estamos atendiendo. Dejanos tu mensaje y te respondemos en horario comercial.',
  message: 'Hola, necesito ayuda con mi préstamo.',
  formTitle: shellTexts.writeUs,
  intro: 'Contanos qué necesitás y te respondemos por mail.',
  introTo: (email: string) => `Contanos qué necesitás y te respondemos a ${email}.`,
  name: 'Nombre y apellido',
  email: 'Mail',
  content: 'Tu mensaje',
  contentRequired: 'Escribí tu mensaje.',
  send: 'Enviar mensaje',
  /** Subject of the ticket that a message becomes. */
  subject: 'Consulta al chat de ayuda',
  failed: 'No pudimos enviar tu mensaje',
  thanksTitle: '¡Gracias! Recibimos tu mensaje.',
  thanks: 'Te respondemos por mail en horario comercial.',
  thanksCustomer: 'Te respondemos por mail. También podés seguirlo en Reclamos, en tu estado de cuenta.',
  claims: 'Ver mis reclamos',
  another: 'Escribir otro mensaje',
} as const;
