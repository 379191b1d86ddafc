import { paths } from '../../contract/paths.ts';
import { type Settings, useSettings } from '../settings.ts';
import { useGo } from '../shell/use-go.ts';
import { fillTemplate } from '../whatsapp.ts';

/**
 * Address of the self-service area of a document: the setting, by default this site's own balance
 * (docs/product/confirmation.md#loan-view).
 */
function selfServiceUrl(settings: Settings, documentNumber: string): string {
  const template = settings['self-service-url'];
  return template
    ? fillTemplate(template, { document_number: encodeURIComponent(documentNumber) })
    : paths.balance(documentNumber);
}

/** Goes to the self-service area, on this site or another; `replace` leaves no step back. */
export function useSelfService(): (documentNumber: string, how: 'to' | 'replace') => void {
  const settings = useSettings();
  const go = useGo();
  return (documentNumber, how) => {
    const url = selfServiceUrl(settings, documentNumber);
    if (url.startsWith('/') && !url.startsWith('//')) go[how](url);
    else if (how === 'replace') location.replace(url);
    else location.assign(url);
  };
}
