import { useState } from 'react';
import { track } from '../analytics.ts';
import { call } from '../api.ts';
import { messageOf } from '../api-failure.ts';
import { useCountry } from '../country.tsx';
import { Fields } from '../forms/field.tsx';
import { ruleOf } from '../forms/rule.ts';
import { TextAreaField, TextField } from '../forms/text-field.tsx';
import { useForm } from '../forms/use-form.ts';
import { paths } from '../paths.ts';
import { type Profile, useProfileQuery } from '../profile.ts';
import { queryClient } from '../query-client.ts';
import { useLoggedIn } from '../session.ts';
import { helpTexts as texts } from '../text/shared.ts';
import { Button } from '../ui/button.tsx';
import { SkeletonGroup } from '../ui/skeleton.tsx';
import { Notice } from '../ui/tag.tsx';
import css from './help-form.module.css';
import { Link } from './link.tsx';

/** Takes a message and makes a support ticket of it, which a customer follows under RECLAMOS. */
export function HelpForm({ isMain, onClose }: { isMain: boolean; onClose: () => void }) {
  const [sent, setSent] = useState(false);
  const loggedIn = useLoggedIn();
  const { data: profile, isLoading } = useProfileQuery(loggedIn);
  if (sent) return <Thanks profile={profile} onAnother={() => setSent(false)} onClose={onClose} />;
  if (loggedIn && isLoading) return <SkeletonGroup shapes={['title', 'block', 'button']} />;
  return <MessageForm isMain={isMain} profile={profile} onSent={() => setSent(true)} />;
}

interface MessageFormProps {
  isMain: boolean;
  profile: Profile | undefined;
  onSent: () => void;
}

function MessageForm({ isMain, profile, onSent }: MessageFormProps) {
  const { form, failure } = useMessage(profile, onSent);
  return (
    <section className={css.form}>
      <h3>{texts.formTitle}</h3>
      <p>{profile ? texts.introTo(profile.email_address) : texts.intro}</p>
      <form {...form.props}>
        <Fields>
          {!profile && (
            <>
              <TextField {...form.field('name')} label={texts.name} autoComplete="name" maxLength={120} />
              <TextField
                {...form.field('email_address')}
                label={texts.email}
                type="email"
                inputMode="email"
                autoComplete="email"
                maxLength={200}
              />
            </>
          )}
          <TextAreaField {...form.field('content')} label={texts.content} maxLength={4000} rows={4} />
          {failure && (
            <Notice tone="bad" urgent title={texts.failed}>
              {failure}
            </Notice>
          )}
          <Button type="submit" wide kind={isMain ? 'primary' : 'ghost'} busy={form.busy}>
            {texts.send}
          </Button>
        </Fields>
      </form>
    </section>
  );
}

function useMessage(profile: Profile | undefined, onSent: () => void) {
  const pack = useCountry();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({
    initial: {
      name: profile ? `${profile.first_name} ${profile.last_name}` : '',
      email_address: profile?.email_address ?? '',
      content: '',
    },
    rules: {
      ...(profile ? {} : { name: ruleOf(pack, 'first_name'), email_address: ruleOf(pack, 'email') }),
      content: (value: string) => (value.trim() ? undefined : texts.contentRequired),
    },
    // What a customer writes and what a visitor writes stay apart.
    draft: profile ? 'help-customer' : 'help',
    onSubmit: async (values) => {
      setFailure(null);
      const document_number = profile?.account_information.document_number ?? '';
      await call('POST /api/v3/suggest', { body: { ...values, document_number, subject: texts.subject } });
      form.forgetDraft();
      // A customer finds it under RECLAMOS at once.
      void queryClient.invalidateQueries({ queryKey: ['balance'] });
      onSent();
    },
    onFailure: (error) => {
      track('suggestion_failed');
      setFailure(messageOf(error));
      return true;
    },
  });
  return { form, failure };
}

interface ThanksProps {
  profile: Profile | undefined;
  onAnother: () => void;
  onClose: () => void;
}

function Thanks({ profile, onAnother, onClose }: ThanksProps) {
  const document = profile?.account_information.document_number;
  return (
    <section>
      <div role="status">
        <Notice tone="good" title={texts.thanksTitle}>
          {document ? texts.thanksCustomer : texts.thanks}
        </Notice>
      </div>
      {document && (
        <Link to={paths.balance(document)} onClick={onClose}>
          {texts.claims}
        </Link>
      )}
      <Button kind="text" onClick={onAnother}>
        {texts.another}
      </Button>
    </section>
  );
}
