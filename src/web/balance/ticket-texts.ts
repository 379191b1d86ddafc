/** The RECLAMOS tab (B §4 'Tickets'). */
export const ticketTexts = {
  list: 'Tus reclamos',
  open: 'Abierto',
  closed: 'Resuelto',
  created: (date: string) => `Iniciado el ${date}`,
  updated: (date: string) => `Última novedad: ${date}`,
  untitled: 'Reclamo',
  empty: 'No tenés reclamos.',
  emptyNext: 'Si algo no está bien, escribinos y lo seguís desde acá.',
  help: 'Pedir ayuda',
} as const;
