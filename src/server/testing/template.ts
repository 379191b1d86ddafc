/** The migrated database that test databases are copied from. */
export const templateName = 'cuota_template';
