/** Labels for list and saved-view actions in the audit, part of the list of all labels (texts.ts). */
export const LIST_ACTIONS = {
  'POST /api/staff/views': 'Vista guardada',
  'POST /api/staff/views/{id}/rename': 'Vista con otro nombre',
  'POST /api/staff/views/{id}/delete': 'Vista borrada',
  'POST /api/staff/lists/{list}/export': 'Lista exportada',
} as const;

export const VIEW_FACTS = { list: 'Lista', filters: 'Filtros' } as const;
