import { paths } from '../../../contract/paths.ts';
import { MailForm } from '../../login/login-forms.tsx';
import { useMailLogin } from '../../login/use-mail-login.ts';
import { Link } from '../../shell/link.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { loginTexts as texts } from '../texts.ts';

/**
 * Login from the registration dialog: by e-mail and password; the other ways are on /login
 * (docs/product/offer.md#registration).
 */
export function LoginDialog({ onClose }: { onClose: () => void }) {
  const form = useMailLogin();
  return (
    <Dialog open onClose={onClose} title={texts.title} busy={form.busy}>
      <MailForm form={form} />
      <Link to={paths.login()} className={buttonClass({ kind: 'text', wide: true })}>
        {texts.phone}
      </Link>
    </Dialog>
  );
}
