import { useState } from 'react';
import { useCountry } from '../../country.tsx';
import { useSettings } from '../../settings.ts';
import { ExternalLink } from '../../shell/link.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelfieDrawing } from './drawings.tsx';
import css from './identity.module.css';
import { selfieHelpTexts as texts } from '../texts.ts';

/**
 * Help for the selfie (docs/product/application.md#identity): the configured page, else a drawing and four lines of
 * ours.
 */
export function SelfieHelp() {
  const { selfieHelp } = useCountry();
  const url = useSettings()[selfieHelp.settingKey] || selfieHelp.defaultUrl;
  const [open, setOpen] = useState(false);
  if (url) {
    return (
      <ExternalLink href={url} className={css.help}>
        {selfieHelp.label}
      </ExternalLink>
    );
  }
  return (
    <>
      <Button kind="text" small className={css.help} onClick={() => setOpen(true)}>
        {selfieHelp.label}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={selfieHelp.label}
        actions={<Button onClick={() => setOpen(false)}>{texts.understood}</Button>}
      >
        <SelfieDrawing label={texts.alt} />
        <ul className={css.tips}>
          {texts.tips.map((tip) => (
            <li key={tip}>{tip}</li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}
