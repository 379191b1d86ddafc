import { useMemo, useState } from 'react';
import { knowsPasskeys } from '../../ui/authenticator.ts';
import { Button } from '../../ui/button.tsx';
import { useCountry } from '../country.tsx';
import { Fields } from '../forms/field.tsx';
import { personRuleOf } from '../forms/person-rule.ts';
import { PasswordField } from '../forms/later-fields.tsx';
import { useForm } from '../forms/use-form.ts';
import { hasPasskey } from '../passkeys/passkeys.ts';
import { clearFailures } from '../shell/failures.ts';
import { reportFailure } from '../shell/report-failure.ts';
import { logInAgain, prove } from './prove.ts';
import type { Channel, Ways } from './ways.ts';
import { Or } from '../ui/or.tsx';
import css from './proof.module.css';
import { proofTexts as texts } from './texts.ts';

interface WaysViewProps {
  ways: Ways;
  /** A code is being sent. */
  busy: boolean;
  onProven: () => void;
  onSend: (channel: Channel) => void;
}

/** The ways that the person has, the quickest one first. */
export function WaysView({ ways, busy, onProven, onSend }: WaysViewProps) {
  const [asksPasskey, setAsksPasskey] = useState(false);
  const hasKey = ways.passkey && knowsPasskeys();
  const isKeyHere = hasKey && hasPasskey();
  const codes: readonly { channel: Channel; label: string }[] = [
    ...(ways.sms === '' ? [] : [{ channel: 'sms' as const, label: texts.bySms(ways.sms) }]),
    ...(ways.email === '' ? [] : [{ channel: 'email' as const, label: texts.byEmail(ways.email) }]),
  ];

  async function usePasskey() {
    setAsksPasskey(true);
    clearFailures();
    try {
      await prove.byPasskey();
      onProven();
    } catch (error) {
      setAsksPasskey(false);
      reportFailure(error);
    }
  }

  const passkey = (
    <Button wide kind={isKeyHere ? 'primary' : 'ghost'} busy={asksPasskey} onClick={() => void usePasskey()}>
      {texts.passkey}
    </Button>
  );
  return (
    <>
      <p className={css.intro}>{texts.intro}</p>
      {isKeyHere && passkey}
      {ways.password && <PasswordForm isFirst={!isKeyHere} onProven={onProven} />}
      {(ways.password || isKeyHere) && <Or>{texts.or}</Or>}
      <div className={css.others}>
        {hasKey && !isKeyHere && passkey}
        {codes.map(({ channel, label }, index) => (
          <Button
            key={channel}
            wide
            kind={ways.password || hasKey || index > 0 ? 'ghost' : 'primary'}
            disabled={busy}
            onClick={() => onSend(channel)}
          >
            {label}
          </Button>
        ))}
        <Button wide small kind="text" onClick={logInAgain}>
          {texts.otherWay}
        </Button>
      </div>
    </>
  );
}

function PasswordForm({ isFirst, onProven }: { isFirst: boolean; onProven: () => void }) {
  const pack = useCountry();
  const rules = useMemo(() => ({ password: personRuleOf(pack, 'login_password') }), [pack]);
  const form = useForm({
    initial: { password: '' },
    rules,
    onSubmit: async ({ password }) => {
      await prove.byPassword(password);
      onProven();
    },
  });
  return (
    <form {...form.props}>
      <Fields>
        <PasswordField {...form.field('password')} label={texts.password} required />
        <Button
          type="submit"
          wide
          kind={isFirst ? 'primary' : 'ghost'}
          busy={form.busy}
          disabled={form.busy || form.values.password.trim() === ''}
        >
          {texts.confirm}
        </Button>
      </Fields>
    </form>
  );
}
