export const ownDocumentTexts = {
  title: 'Tu documento',
  open: 'Pedir mi documento',
  question:
    'Tu documento está en otra cuenta. Abrí una con tu mail, validá tu celular y subí tus fotos: cuando las revisemos, el documento pasa a ser de tu cuenta.',
  needed: 'Para pedirlo falta:',
  phone: 'Validar mi celular',
  phoneDone: 'Celular validado',
  photos: 'Subir mis fotos',
  photosDone: 'Fotos subidas',
  back: 'Cuando termines volvé a esta página y mandá el pedido.',
  send: 'Mandar el pedido',
  states: {
    none: 'No tenés ningún pedido.',
    open: '',
    waiting: 'Estamos mirando tus fotos. Te avisamos por mail.',
    granted: 'El documento ya es de tu cuenta.',
    refused:
      'No pudimos confirmar que el documento sea tuyo. Si hubo un error, respondé el ticket de tu cuenta.',
  },
  go: 'Seguir',
} as const;
