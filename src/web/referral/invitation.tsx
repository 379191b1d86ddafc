import { useId } from 'react';
import { useCountry } from '../country.tsx';
import { useSettings } from '../settings.ts';
import { useTemplateValues } from '../shell/help/template-values.ts';
import { ExternalLinkButton } from '../../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { useMoney } from '../ui/use-money.ts';
import { whatsappLink } from '../whatsapp.ts';
import css from './referral.module.css';
import { referralTexts as texts } from './texts.ts';

/** Default text, so that there is always something to send. */
const plainMessage = '{referral_link}';

/**
 * The share link of the messaging app with the filled template (docs/product/shell.md#message-templates), and
 * the link itself to copy.
 */
export function Invitation({ link }: { link: string }) {
  const money = useMoney();
  const id = useId();
  const { maxAmount } = useCountry();
  const template = useSettings()['share-message'] || plainMessage;
  const values = useTemplateValues({ referral_link: link });
  const filled = { ...values, option_amount: values.option_amount || money(maxAmount) };
  return (
    <>
      <ExternalLinkButton wide href={whatsappLink('', template, filled)}>
        {texts.invite}
      </ExternalLinkButton>
      <div className={css.link}>
        <p id={id} className={css.caption}>
          {texts.link}
        </p>
        <p aria-labelledby={id} className={css.address}>
          {link}
        </p>
        <CopyButton text={link} what={texts.linkName} />
      </div>
    </>
  );
}
