import { track } from '../../analytics.ts';
import { useSettings } from '../../settings.ts';
import { shellTexts } from '../../text/shared.ts';
import { lacksValues, whatsappLink } from '../../whatsapp.ts';
import type { ContactSetting } from './contact.ts';
import { ExternalLink } from '../link.tsx';
import css from './onboarding-button.module.css';
import { useTemplateValues } from './template-values.ts';

/** Opens WhatsApp with the person's known data; without a name it uses the support message. */
export function OnboardingButton({ setting }: { setting: ContactSetting }) {
  const settings = useSettings();
  const values = useTemplateValues();
  const own = settings[`${setting}-message`] ?? '';
  const template = lacksValues(own, values) ? (settings['whatsapp-support-message'] ?? '') : own;
  return (
    <ExternalLink
      className={css.button}
      href={whatsappLink(settings[setting] ?? '', template, values)}
      onClick={() => track('whatsapp_opened', { setting })}
    >
      <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
        <path
          d="M12 3.5a8.5 8.5 0 0 0-7.3 12.8L3.5 20.5l4.4-1.1A8.5 8.5 0 1 0 12 3.5Z"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinejoin="round"
        />
        <path
          d="M8.5 12h.01M12 12h.01M15.5 12h.01"
          stroke="currentColor"
          strokeWidth="2.4"
          strokeLinecap="round"
        />
      </svg>
      {shellTexts.onboardingWhatsapp}
    </ExternalLink>
  );
}
