import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Button } from '../../ui/button.tsx';
import { call } from '../api.ts';
import { useCountry } from '../country.tsx';
import { Fields } from '../forms/field.tsx';
import { ruleOf } from '../forms/rule.ts';
import { PasswordField } from '../forms/later-fields.tsx';
import { underPassword } from '../forms/under-field.ts';
import { useForm } from '../forms/use-form.ts';
import { useProfileQuery } from '../profile.ts';
import { snackbar } from '../shell/snackbar/snackbar-store.ts';
import { Dialog } from '../ui/dialog.tsx';
import css from './own-data.module.css';
import { passwordTexts as texts } from './texts.ts';

const empty = { current_password: '', password: '', password_confirmation: '' };

interface PasswordDialogProps {
  /** There is one, which has to be typed. */
  isChange: boolean;
  onChanged: () => void;
  onClose: () => void;
}

/** The present password, where there is one, and the new one twice. */
export function PasswordDialog({ isChange, onChanged, onClose }: PasswordDialogProps) {
  const form = useChange(isChange, onChanged);
  return (
    <Dialog
      open
      busy={form.busy}
      onClose={onClose}
      title={isChange ? texts.change : texts.create}
      actions={
        <>
          <Button type="submit" form={form.id} wide busy={form.busy}>
            {texts.save}
          </Button>
          <Button wide kind="ghost" disabled={form.busy} onClick={onClose}>
            {texts.cancel}
          </Button>
        </>
      }
    >
      <form {...form.props}>
        <Fields>
          {isChange && (
            <>
              <PasswordField {...form.field('current_password')} label={texts.current} required />
              <Forgotten />
            </>
          )}
          <PasswordField
            {...form.field('password')}
            label={texts.password}
            autoComplete="new-password"
            required
          />
          <PasswordField
            {...form.field('password_confirmation')}
            label={texts.repeat}
            hint={texts.hint}
            autoComplete="new-password"
            required
          />
        </Fields>
      </form>
    </Dialog>
  );
}

function useChange(isChange: boolean, onChanged: () => void) {
  const pack = useCountry();
  const queries = useQueryClient();
  const rules = useMemo(
    () => ({
      ...(isChange ? { current_password: ruleOf(pack, 'login_password') } : {}),
      password: ruleOf(pack, 'password'),
      password_confirmation: ruleOf(pack, 'password_confirmation'),
    }),
    [pack, isChange],
  );
  return useForm({
    initial: empty,
    rules,
    onSubmit: async (body) => {
      const { messages } = await save(body);
      snackbar.show({ kind: 'success', message: messages.join(' ') });
      void queries.invalidateQueries({ queryKey: ['sessions'] });
      onChanged();
    },
  });
}

async function save(body: typeof empty) {
  try {
    return await call('POST /api/v3/password', { body });
  } catch (error) {
    throw underPassword(error);
  }
}

/** A person who forgot the present password gets a link to set another. */
function Forgotten() {
  const { data: profile } = useProfileQuery(true);
  const ask = useMutation({
    mutationFn: (email: string) => call('GET /api/recovery', { query: { email } }),
    onSuccess: ({ messages }) => snackbar.show({ kind: 'success', message: messages.join(' ') }),
  });
  if (!profile) return null;
  return (
    <Button
      kind="text"
      small
      className={css.forgotten}
      busy={ask.isPending}
      onClick={() => ask.mutate(profile.email_address)}
    >
      {texts.forgotten}
    </Button>
  );
}
