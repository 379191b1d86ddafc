import { useCallback, useMemo, useState } from 'react';
import { paths } from '../../contract/paths.ts';
import { writtenCellPhone } from '../../countries/fields/masks.ts';
import { call } from '../api.ts';
import { useCountry } from '../country.tsx';
import { ruleOf } from '../forms/rule.ts';
import { PhoneField } from '../forms/special-fields.tsx';
import { useForm } from '../forms/use-form.ts';
import { type Profile, useProfile } from '../profile.ts';
import { useGo } from '../shell/use-go.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Notice } from '../../ui/tag.tsx';
import { ApplyScreen } from './apply-screen.tsx';
import { CodeDialog } from './code-dialog.tsx';
import css from './phone.module.css';
import { profileUpdates } from './profile-updates.ts';
import { shareDraft, typedBefore } from './shared-draft.ts';
import { phoneTexts as texts } from './texts.ts';
import { useStep } from './use-step.ts';
import { PHONE_CODE_LIFETIME_MINUTES } from '../../countries/constants.ts';
import { draftKey } from '../forms/drafts.ts';
import { readObject, tabStorage, writeObject } from '../storage.ts';

/** Storage key among the drafts, so that a logout forgets it with them. */
const key = draftKey('phone-code-sent');

/** Notes that a code is on its way, so that a reload offers to type it in and sends no second one. */
function storeSentCode(hash: string, cellphone: string, nowMs: number): void {
  writeObject(tabStorage, key, { hash, cellphone, sentAt: nowMs });
}

/** The phone with a code that is still valid; '' when none was sent or it expired. */
function phoneOfSentCode(hash: string, nowMs: number): string {
  const sent = readObject(tabStorage, key);
  const endsAt = Number(sent?.['sentAt']) + PHONE_CODE_LIFETIME_MINUTES * 60_000;
  return sent?.['hash'] === hash && typeof sent['cellphone'] === 'string' && nowMs < endsAt
    ? sent['cellphone']
    : '';
}

function forgetSentCode(): void {
  tabStorage.removeItem(key);
}

/** The phone and its code (docs/product/application.md#phone). */
export function PhoneScreen() {
  const profile = useProfile();
  const step = useStep('phone', profile);
  const [verifiedBefore] = useState(profile.credit_rating.contact_data_verified === 1);
  if (verifiedBefore) {
    return (
      <ApplyScreen step="phone" title={texts.title} intro={texts.intro} onBack={step.back} onNext={step.next}>
        <Card>
          <Notice tone="good">{texts.verified}</Notice>
        </Card>
      </ApplyScreen>
    );
  }
  return <PhoneForm profile={profile} onBack={step.back} />;
}

function PhoneForm({ profile, onBack }: { profile: Profile; onBack: () => void }) {
  const pack = useCountry();
  const go = useGo();
  /** The phone that the last code was sent to, restored after a reload. */
  const [sentTo, setSentTo] = useState(() => phoneOfSentCode(profile.hash, Date.now()));
  const [open, setOpen] = useState(false);
  /** Codes sent so far: each gets a new dialog. */
  const [sends, setSends] = useState(0);
  const rules = useMemo(() => ({ cellphone: ruleOf(pack, 'phone') }), [pack]);
  const form = useForm({
    initial: { cellphone: profile.cellphone, ...typedBefore(profile, 'phone') },
    rules,
    draft: `phone.${profile.hash}`,
    onDraft: (values) => shareDraft('phone', values),
    onSubmit: send,
  });

  async function send(typed: { cellphone: string }) {
    const cellphone = writtenCellPhone(pack.code, typed.cellphone);
    await call('POST /api/v3/sendcode', { body: { cellphone, cellphone_prefix: pack.prefix } });
    profileUpdates.codeSent();
    setSentTo(cellphone);
    storeSentCode(profile.hash, cellphone, Date.now());
    setSends((count) => count + 1);
    setOpen(true);
  }

  const close = useCallback(() => setOpen(false), []);
  const { forgetDraft } = form;
  function verified() {
    profileUpdates.phoneVerified(sentTo);
    forgetSentCode();
    forgetDraft();
    close();
    go.to(paths.review());
  }

  return (
    <ApplyScreen
      step="phone"
      title={texts.title}
      intro={texts.intro}
      onBack={onBack}
      form={form.id}
      busy={form.busy}
    >
      <Card>
        <form {...form.props}>
          <PhoneField {...form.field('cellphone')} label={texts.phone} required />
        </form>
        {sentTo !== '' && !open && (
          <NotArrived busy={form.busy} onEnter={() => setOpen(true)} onResend={form.submit} />
        )}
      </Card>
      {open && (
        <CodeDialog
          key={sends}
          phone={`+${pack.prefix}\u00a0${sentTo}`}
          onClose={close}
          onVerified={verified}
          onResend={form.submit}
        />
      )}
    </ApplyScreen>
  );
}

interface NotArrivedProps {
  busy: boolean;
  onEnter: () => void;
  onResend: () => void;
}

function NotArrived({ busy, onEnter, onResend }: NotArrivedProps) {
  return (
    <div className={css.again}>
      <Notice title={texts.notArrived}>{texts.notArrivedText}</Notice>
      <Button kind="ghost" wide small disabled={busy} onClick={onResend}>
        {texts.resend}
      </Button>
      <Button kind="ghost" wide small onClick={onEnter}>
        {texts.enter}
      </Button>
    </div>
  );
}
