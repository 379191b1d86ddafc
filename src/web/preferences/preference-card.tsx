import { paths } from '../../contract/paths.ts';
import { session } from '../session.ts';
import { useGo } from '../shell/use-go.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { preferenceTexts } from './texts.ts';

interface PreferenceCardProps {
  texts: {
    readonly title: string;
    readonly on: string;
    readonly off: string;
    readonly turnOn: string;
    readonly turnOff: string;
    readonly turnedOn: string;
    readonly turnedOff: string;
  };
  isOn: boolean;
  isBusy: boolean;
  /** It has just been changed here. */
  hasChanged: boolean;
  /** Switching it on needs a login. */
  needsLogin?: boolean;
  onChange: (isOn: boolean) => void;
}

/** One kind of message: its current setting, and the button to change it. */
export function PreferenceCard(props: PreferenceCardProps) {
  const { texts, isOn, isBusy, hasChanged, needsLogin = false, onChange } = props;
  const go = useGo();
  const { loginNeeded, login } = preferenceTexts.debits;
  const own = paths.preferences();
  const toOwn = session.token() === null ? paths.login({ redirectTo: own }) : own;
  return (
    <Card>
      <h2>{texts.title}</h2>
      <p>{isOn ? texts.on : texts.off}</p>
      <p role="status">{hasChanged && (isOn ? texts.turnedOn : texts.turnedOff)}</p>
      {!isOn && needsLogin ? (
        <>
          <p>{loginNeeded}</p>
          <Button wide kind="ghost" onClick={() => go.to(toOwn)}>
            {login}
          </Button>
        </>
      ) : (
        <Button wide kind={isOn ? 'ghost' : 'primary'} busy={isBusy} onClick={() => onChange(!isOn)}>
          {isOn ? texts.turnOff : texts.turnOn}
        </Button>
      )}
    </Card>
  );
}
