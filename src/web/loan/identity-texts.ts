/** A look at the photos before the money goes out. */
export const identityTexts = {
  state: { review: 'Revisamos tus fotos', photos: 'Faltan fotos' },
  checking: 'Estamos revisando tu solicitud',
  review: 'Estamos revisando tus fotos',
  reviewText:
    'Antes de enviarte el dinero, una persona de nuestro equipo mira las fotos de tu documento. No hace falta que hagas nada: te avisamos por mail en cuanto termine.',
  asked: (count: number) =>
    count === 1 ? 'Necesitamos que saques de nuevo una foto' : 'Necesitamos que saques de nuevo unas fotos',
  take: (count: number) => (count === 1 ? 'Sacar la foto' : 'Sacar las fotos'),
  rejected: 'No pudimos aprobar tu solicitud',
  rejectedNext: 'El dinero no salió y no debés nada. Si creés que es un error, contactanos.',

  screenTitle: (count: number) => (count === 1 ? 'Sacá de nuevo esta foto' : 'Sacá de nuevo estas fotos'),
  screenIntro: 'Tu solicitud sigue en pie: en cuanto las revisemos seguimos con el envío del dinero.',
  sentTitle: '¡Listo! Recibimos tus fotos',
  received: 'La recibimos.',
  sent: 'Las revisamos y te avisamos por mail. No hace falta que hagas nada más.',
  noneTitle: 'No tenés fotos para sacar',
  none: 'No te pedimos ninguna foto, o ya la recibimos.',
  back: 'Ver mi préstamo',
  phone: 'Desde el celular es más fácil: abrí el mail que te mandamos ahí.',
} as const;
