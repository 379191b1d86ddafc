import { useMemo } from 'react';
import { maskEmail } from '../../countries/fields/masks.ts';
import { useCountry } from '../country.tsx';
import { ruleOf } from '../forms/rule.ts';
import { TextField } from '../forms/text-field.tsx';
import { useForm } from '../forms/use-form.ts';
import { Fields } from '../forms/field.tsx';
import { Button } from '../../ui/button.tsx';
import { googleTexts as texts } from './texts.ts';

/**
 * Sandbox version of the account chooser; its token is `sandbox:{email}`
 * (docs/product/providers.md#stand-ins).
 */
export function SandboxAccount({
  intro = texts.sandbox,
  onToken,
}: {
  intro?: string;
  onToken: (token: string) => Promise<void>;
}) {
  const pack = useCountry();
  const rules = useMemo(() => ({ email: ruleOf(pack, 'email') }), [pack]);
  const form = useForm({
    initial: { email: '' },
    rules,
    onSubmit: ({ email }) => onToken(`sandbox:${email.trim()}`),
  });
  return (
    <form {...form.props}>
      <Fields>
        <p>{intro}</p>
        <TextField
          {...form.field('email')}
          label={texts.email}
          mask={maskEmail}
          type="text"
          inputMode="email"
          autoComplete="email"
          required
        />
        <Button type="submit" wide busy={form.busy} disabled={form.busy || form.values.email.trim() === ''}>
          {texts.enter}
        </Button>
      </Fields>
    </form>
  );
}
