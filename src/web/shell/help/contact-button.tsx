import { track } from '../../analytics.ts';
import { useSettings } from '../../settings.ts';
import { shellTexts } from '../../text/shared.ts';
import { Button, type ButtonKind, ExternalLinkButton } from '../../../ui/button.tsx';
import { type TemplateValues, whatsappLink } from '../../whatsapp.ts';
import { hasChatProvider, contactChannel, type ContactSetting } from './contact.ts';
import { openHelp } from './help-store.ts';
import { useTemplateValues } from './template-values.ts';

/** Opens WhatsApp or chat, as configured; hidden out of office hours (docs/product/shell.md#support). */
export function ContactButton({
  setting,
  values,
  label,
  kind = 'ghost',
  wide = true,
  small = false,
}: {
  setting: ContactSetting;
  /** Screen's values for the message's placeholders; customer and page supply the rest. */
  values: TemplateValues;
  /** Another text than the channel's own. */
  label?: string;
  kind?: ButtonKind;
  wide?: boolean;
  small?: boolean;
}) {
  const settings = useSettings();
  const filled = useTemplateValues(values);
  const channel = contactChannel(settings, setting);
  if (channel === null) return null;
  if (channel === 'chat') {
    return (
      <Button kind={kind} wide={wide} small={small} onClick={openHelp}>
        {label ?? (hasChatProvider(settings) ? shellTexts.chat : shellTexts.writeUs)}
      </Button>
    );
  }
  const template = settings[`${setting}-message`] ?? '';
  return (
    <ExternalLinkButton
      kind={kind}
      wide={wide}
      small={small}
      href={whatsappLink(settings[setting] ?? '', template, filled)}
      onClick={() => track('whatsapp_opened', { setting })}
    >
      {label ?? shellTexts.whatsapp}
    </ExternalLinkButton>
  );
}
