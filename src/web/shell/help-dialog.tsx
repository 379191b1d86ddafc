import { useCountry } from '../country.tsx';
import { type Settings, useSettings } from '../settings.ts';
import { helpTexts, shellTexts } from '../text/shared.ts';
import { ExternalLinkButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/tag.tsx';
import { lacksValues, whatsappLink } from '../whatsapp.ts';
import { contactChannel } from './contact.ts';
import { HelpForm } from './help-form.tsx';
import { useTemplateValues } from './template-values.ts';

/**
 * The built-in help panel: WhatsApp or the chat page where there is one, a message that becomes a ticket,
 * the help centre, and when the money arrives, which most ask.
 */
export function HelpDialog({ beside, onClose }: { beside: boolean; onClose: () => void }) {
  const settings = useSettings();
  const pack = useCountry();
  const channel = contactChannel(settings, 'whatsapp-support');
  const centre = settings['help-url'];
  const chat = channel === 'chat' ? settings['chat-url'] : undefined;
  return (
    <Dialog open beside={beside} onClose={onClose} title={shellTexts.help}>
      {channel === null && <Notice>{helpTexts.away}</Notice>}
      {channel === 'whatsapp' && <SupportLink settings={settings} />}
      {chat && (
        <ExternalLinkButton wide href={chat}>
          {shellTexts.supportChat}
        </ExternalLinkButton>
      )}
      <HelpForm isMain={channel === 'chat' && !chat} onClose={onClose} />
      {centre && !centre.endsWith('#ayuda') && (
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

function SupportLink({ settings }: { settings: Settings }) {
  const values = useTemplateValues();
  const own = settings['whatsapp-support-message'] ?? '';
  const message = own === '' || lacksValues(own, values) ? helpTexts.message : own;
  return (
    <ExternalLinkButton wide href={whatsappLink(settings['whatsapp-support'] ?? '', message, values)}>
      {shellTexts.supportWhatsapp}
    </ExternalLinkButton>
  );
}
