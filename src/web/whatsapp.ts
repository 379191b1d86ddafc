/** The placeholders of message templates (docs/product/shell.md#message-templates). */
export interface TemplateValues {
  readonly first_name?: string;
  readonly page_name?: string;
  readonly option_amount?: string;
  readonly hash?: string;
  readonly document_number?: string;
  readonly client?: string;
  readonly amount?: string;
  readonly loan_id?: string;
  readonly referral_link?: string;
}

/** True if a template uses a placeholder without a value: its sentence would be broken. */
export function lacksValues(template: string, values: TemplateValues): boolean {
  return [...template.matchAll(/\{(\w+)\}/g)].some(([, name]) => !values[name as keyof TemplateValues]);
}

/** Fills `{placeholders}`; one without a value disappears, an unknown one stays as it is written. */
export function fillTemplate(template: string, values: TemplateValues): string {
  return template.replace(
    /\{(first_name|page_name|option_amount|hash|document_number|client|amount|loan_id|referral_link)\}/g,
    (_, name: keyof TemplateValues) => values[name] ?? '',
  );
}

/**
 * Address that opens WhatsApp with a message. A setting is either a whole address, which may contain
 * placeholders, or a phone number; with `phone` '' the person chooses the recipient.
 */
export function whatsappLink(target: string, template: string, values: TemplateValues): string {
  if (/^https?:\/\//.test(target)) {
    const [address = '', query = ''] = target.split('?', 2);
    const search = new URLSearchParams(query);
    const text = template || search.get('text') || '';
    if (text) search.set('text', fillTemplate(text, values));
    return `${address}${search.size > 0 ? `?${search}` : ''}`;
  }
  const search = new URLSearchParams();
  const phone = target.replace(/\D/g, '');
  if (phone) search.set('phone', phone);
  search.set('text', fillTemplate(template, values));
  return `https://api.whatsapp.com/send?${search}`;
}
