/** Loan cancellation dialog. */
export const cancellationTexts = {
  title: 'Cancelar tu préstamo',
  intro: 'Contanos por qué querés cancelarlo. Revisamos cada pedido y te respondemos.',
  atOnce:
    'El dinero todavía no te llegó: si tu préstamo se puede cancelar en el momento, lo hacés desde su página.',
  loan: 'Ver mi préstamo',
  legend: '¿Por qué lo cancelás?',
  otherLabel: 'Tu motivo',
  send: 'Enviar',
  back: 'Volver',
  reasonsFailed: 'No pudimos cargar los motivos.',
  retry: 'Volver a intentar',

  confirmTitle: '¿Pedís la cancelación?',
  confirm: (reason: string) => `Vas a pedir la cancelación de tu préstamo. Motivo: ${reason}.`,
  yes: 'Sí, pedir la cancelación',
  no: 'No, volver',

  resultTitle: 'Tu pedido de cancelación',
  underReview: 'Tu solicitud está siendo revisada. Te vamos contactar por celular o correo electrónico.',
  rejected: 'Tu solicitud ha sido rechazada. Para más información ponete en contacto con nosotros.',
  inProcess: 'Tu solicitud está en proceso. Nos comunicaremos en breve.',
  close: 'Cerrar',
} as const;
