/** What the audit calls what is done to lists and their views, for the lists of all names (texts.ts). */
export const LIST_ACTIONS = {
  'POST /api/staff/views': 'Vista guardada',
  'POST /api/staff/views/{id}/rename': 'Vista con otro nombre',
  'POST /api/staff/views/{id}/delete': 'Vista borrada',
  'POST /api/staff/lists/{list}/export': 'Lista exportada',
} as const;

export const VIEW_FACTS = { list: 'Lista', filters: 'Filtros' } as const;
