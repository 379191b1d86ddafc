/** The RECLAMOS tab. */
export const ticketTexts = {
  list: 'Tus reclamos',
  open: 'Abierto',
  closed: 'Resuelto',
  reference: (id: string) => `N.º ${id}`,
  created: (date: string) => `Iniciado el ${date}`,
  updated: (date: string) => `Última novedad: ${date}`,
  empty: 'No tenés reclamos.',
  emptyNext: 'Si algo no está bien, escribinos y lo seguís desde acá.',
  hidden: 'Para ver tus reclamos y de qué se tratan,',
  login: 'ingresá a tu cuenta',
  help: 'Pedir ayuda',
  unread: 'Respuesta nueva',
  unreadTab: (count: number) => (count === 1 ? '1 respuesta nueva' : `${count} respuestas nuevas`),
} as const;

/** Label of a kind of ticket; one created by support appears unchanged. */
export const ticketKinds: Readonly<Record<string, string>> = {
  reclamo: 'Reclamo',
  suggestion: 'Consulta o sugerencia',
  cancelación: 'Cancelación del préstamo',
  withdrawal: 'Arrepentimiento',
  'membership-end': 'Baja de membresía',
  'data-erasure': 'Supresión de datos',
  'payment-help': 'No puedo pagar ahora',
  'debt-dispute': 'No reconozco la deuda',
};
