import { useHydrated, useQueryValue } from '../router/context.ts';
import { useMemo, useState } from 'react';
import { paths } from '../../contract/paths.ts';
import { FORM_MESSAGES } from '../../countries/fields/form-messages.ts';
import { maskEmail } from '../../countries/fields/masks.ts';
import { call } from '../api.ts';
import { useCountry } from '../country.tsx';
import { Fields } from '../forms/field.tsx';
import { personRuleOf } from '../forms/person-rule.ts';
import { TextField } from '../forms/text-field.tsx';
import { useForm } from '../forms/use-form.ts';
import { useGo } from '../shell/use-go.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../../ui/tag.tsx';
import { redirectTarget } from './addresses.ts';
import { resetTexts as texts } from './texts.ts';

/**
 * The full-screen reset dialog (docs/product/signup-and-login.md#asking), open while the address asks for it
 * with `reset=1`.
 */
export function ResetDialog() {
  const go = useGo();
  // The HTML rendered at build time knows no query.
  const hydrated = useHydrated();
  const isOpen = useQueryValue('reset') === '1' && hydrated;
  const [sentTo, setSentTo] = useState<string | null>(null);

  function close() {
    setSentTo(null);
    const redirectTo = redirectTarget();
    go.replace(paths.login(redirectTo ? { redirectTo } : {}));
  }

  return (
    <Dialog open={isOpen} fullScreen title={texts.dialogTitle} onClose={close}>
      {sentTo === null ? <AskForMail onSent={setSentTo} /> : <MailSent to={sentTo} onClose={close} />}
    </Dialog>
  );
}

function AskForMail({ onSent }: { onSent: (email: string) => void }) {
  const pack = useCountry();
  const rules = useMemo(() => ({ email: personRuleOf(pack, 'email') }), [pack]);
  const form = useForm({
    initial: { email: '' },
    rules,
    onInvalid: ({ email }) => (email.trim() === '' ? FORM_MESSAGES.completeFields : undefined),
    onSubmit: async ({ email }) => {
      await call('GET /api/recovery', { query: { email: email.trim() } });
      onSent(email.trim());
    },
  });
  return (
    <form {...form.props}>
      <Fields>
        <p>{texts.ask}</p>
        <TextField
          {...form.field('email')}
          label={texts.email}
          mask={maskEmail}
          type="text"
          inputMode="email"
          autoComplete="email"
          required
        />
        <Button type="submit" wide busy={form.busy} disabled={form.busy}>
          {texts.send}
        </Button>
      </Fields>
    </form>
  );
}

function MailSent({ to, onClose }: { to: string; onClose: () => void }) {
  return (
    <>
      <Notice tone="good" title={texts.sentTitle} urgent>
        <p>{texts.sent(to)}</p>
      </Notice>
      <p>{texts.spam}</p>
      <Button wide onClick={onClose}>
        {texts.close}
      </Button>
    </>
  );
}
