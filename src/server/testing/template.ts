/** Migrated database, empty otherwise. */
export const templateName = 'cuota_template';
/** Copy of it that a product has started on: with its reference data and its job queues. Tests copy this one. */
export const seededName = 'cuota_seeded';
