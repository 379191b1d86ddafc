/** What the audit calls what is done to views, for the lists of all names (texts.ts). */
export const VIEW_ACTIONS = {
  'POST /api/staff/views': 'Vista guardada',
  'POST /api/staff/views/{id}/rename': 'Vista con otro nombre',
  'POST /api/staff/views/{id}/delete': 'Vista borrada',
} as const;

export const VIEW_FACTS = { list: 'Lista', filters: 'Filtros' } as const;
