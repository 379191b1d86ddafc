import { useCountry } from '../country.tsx';
import { useSettings } from '../settings.ts';
import { helpTexts, shellTexts } from '../text/shared.ts';
import { ExternalLinkButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { whatsappLink } from '../whatsapp.ts';
import { contactChannel } from './contact.ts';

/** Where to ask: the support contact and the help centre, and when the money arrives, which most ask. */
export function HelpDialog({ onClose }: { onClose: () => void }) {
  const settings = useSettings();
  const pack = useCountry();
  const channel = contactChannel(settings, 'whatsapp-support');
  const support = settings['whatsapp-support'];
  const centre = settings['help-url'];
  return (
    <Dialog open onClose={onClose} title={shellTexts.help}>
      {channel !== null && support ? (
        <ExternalLinkButton wide href={whatsappLink(support, helpTexts.message, {})}>
          {shellTexts.supportWhatsapp}
        </ExternalLinkButton>
      ) : (
        <p>{helpTexts.away}</p>
      )}
      {centre && (
        <ExternalLinkButton wide kind="ghost" href={centre}>
          {helpTexts.centre}
        </ExternalLinkButton>
      )}
      <section>
        <h3>{pack.grantPeriod.title}</h3>
        {pack.grantPeriod.paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </section>
    </Dialog>
  );
}
