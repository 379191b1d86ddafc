import { arrivalRules } from '../../../countries/arrival.ts';
import { useCountry } from '../../country.tsx';
import { helpCentreOf, type Settings, useSettings } from '../../settings.ts';
import { shellTexts } from '../../text/shared.ts';
import { helpTexts } from './texts.ts';
import { Button, ExternalLinkButton } from '../../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../../ui/tag.tsx';
import { lacksValues, whatsappLink } from '../../whatsapp.ts';
import { hasChatProvider, contactChannel } from './contact.ts';
import { HelpForm } from './help-form.tsx';
import type { Refusal } from './help-store.ts';
import { useTemplateValues } from './template-values.ts';

/**
 * Built-in help panel: the refusal and its remedy, WhatsApp or the chat page if available, a message that becomes a
 * ticket, the help centre, and the arrival of the money, the most frequent question.
 */
export function HelpDialog({ refusal, onClose }: { refusal: Refusal | null; onClose: () => void }) {
  const settings = useSettings();
  const pack = useCountry();
  const channel = contactChannel(settings, 'whatsapp-support');
  const centre = helpCentreOf(settings);
  const chat = channel === 'chat' ? settings['chat-url'] : undefined;
  return (
    <Dialog open onClose={onClose} title={shellTexts.help}>
      {refusal && <Refused refusal={refusal} onClose={onClose} />}
      {channel === 'chat' && !hasChatProvider(settings) && <p>{helpTexts.noChat}</p>}
      {channel === null && <Notice>{helpTexts.away}</Notice>}
      {channel === 'whatsapp' && <SupportLink settings={settings} isMain={!refusal} />}
      {chat && (
        <ExternalLinkButton wide kind={refusal ? 'ghost' : 'primary'} href={chat}>
          {shellTexts.supportChat}
        </ExternalLinkButton>
      )}
      <HelpForm isMain={channel === 'chat' && !chat && !refusal} onClose={onClose} />
      {centre && (
        <ExternalLinkButton wide kind="ghost" href={centre}>
          {helpTexts.centre}
        </ExternalLinkButton>
      )}
      <section>
        <h3>{pack.grantPeriod.title}</h3>
        {arrivalRules(pack).map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </section>
    </Dialog>
  );
}

/** Last refusal and next steps, above any help. */
function Refused({ refusal, onClose }: { refusal: Refusal; onClose: () => void }) {
  const { title, message, choices } = refusal;
  return (
    <section aria-label={title}>
      <Notice tone="bad" title={title}>
        {message}
      </Notice>
      {choices.map(({ label, onChoose }, index) => (
        <Button
          key={label}
          wide
          kind={index === 0 ? 'primary' : 'ghost'}
          onClick={() => {
            onClose();
            onChoose?.();
          }}
        >
          {label}
        </Button>
      ))}
    </section>
  );
}

function SupportLink({ settings, isMain }: { settings: Settings; isMain: boolean }) {
  const values = useTemplateValues();
  const own = settings['whatsapp-support-message'] ?? '';
  const message = own === '' || lacksValues(own, values) ? helpTexts.message : own;
  return (
    <ExternalLinkButton
      wide
      kind={isMain ? 'primary' : 'ghost'}
      href={whatsappLink(settings['whatsapp-support'] ?? '', message, values)}
    >
      {shellTexts.supportWhatsapp}
    </ExternalLinkButton>
  );
}
