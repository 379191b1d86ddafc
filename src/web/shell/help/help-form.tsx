import { useState } from 'react';
import { paths } from '../../../contract/paths.ts';
import { track } from '../../analytics.ts';
import { call } from '../../api.ts';
import { messageOf } from '../../../ui/api-failure.ts';
import { useCountry } from '../../country.tsx';
import { draftOf } from '../../forms/drafts.ts';
import { Fields } from '../../forms/field.tsx';
import { ruleOf } from '../../forms/rule.ts';
import { TextAreaField } from '../../forms/later-fields.tsx';
import { TextField } from '../../forms/text-field.tsx';
import { useForm } from '../../forms/use-form.ts';
import { type Profile, useProfileQuery } from '../../profile.ts';
import { queryClient } from '../../query-client.ts';
import { useLoggedIn } from '../../session.ts';
import { helpTexts as texts } from './texts.ts';
import { Button } from '../../../ui/button.tsx';
import { SkeletonGroup } from '../../../ui/skeleton.tsx';
import { Notice } from '../../../ui/tag.tsx';
import css from './help-form.module.css';
import { Link } from '../link.tsx';

/** Subject of the message, unless it is a question to the help. */
interface MessageAbout {
  /** Draft storage key. */
  readonly draft: string;
  /** Kind of the ticket. */
  readonly subject: string;
  readonly intro: string;
  /** Label of the message. */
  readonly content: string;
  /** Added to the ticket's text: the document of a stranger does not identify the debtor. */
  readonly note: string;
  readonly send: string;
  readonly thanks: string;
}

interface HelpFormProps {
  isMain: boolean;
  onClose: () => void;
  about?: MessageAbout;
}

/** Takes a message and makes a support ticket of it, which a customer follows under RECLAMOS. */
export function HelpForm({ isMain, onClose, about }: HelpFormProps) {
  const [sent, setSent] = useState(false);
  const loggedIn = useLoggedIn();
  const { data: profile, isLoading } = useProfileQuery(loggedIn);
  if (sent)
    return (
      <Thanks profile={profile} title={about?.thanks} onAnother={() => setSent(false)} onClose={onClose} />
    );
  if (loggedIn && isLoading) return <SkeletonGroup shapes={['title', 'block', 'button']} />;
  return <MessageForm isMain={isMain} profile={profile} about={about} onSent={() => setSent(true)} />;
}

interface MessageFormProps {
  isMain: boolean;
  profile: Profile | undefined;
  about: MessageAbout | undefined;
  onSent: () => void;
}

function MessageForm({ isMain, profile, about, onSent }: MessageFormProps) {
  const { form, failure } = useMessage(profile, about, onSent);
  const intro = profile ? texts.introTo(profile.email_address) : texts.intro;
  return (
    <section className={css.form}>
      {!about && <h3>{texts.formTitle}</h3>}
      <p>{about?.intro ?? intro}</p>
      <form {...form.props}>
        <Fields>
          {!profile && (
            <>
              <TextField
                {...form.field('name')}
                label={texts.name}
                autoComplete="name"
                autoCapitalize="words"
                maxLength={120}
              />
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
          <TextAreaField
            {...form.field('content')}
            label={about?.content ?? texts.content}
            maxLength={contentLength - noteOf(about).length}
            rows={4}
          />
          {failure && (
            <Notice tone="bad" urgent title={texts.failed}>
              {failure}
            </Notice>
          )}
          <Button type="submit" wide kind={isMain ? 'primary' : 'ghost'} busy={form.busy}>
            {about?.send ?? texts.send}
          </Button>
        </Fields>
      </form>
    </section>
  );
}

/** As long as a ticket may be. */
const contentLength = 4000;

/** Content below the message. */
const noteOf = (about: MessageAbout | undefined) => (about ? `\n\n${about.note}` : '');

function useMessage(profile: Profile | undefined, about: MessageAbout | undefined, onSent: () => void) {
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
    draft: draftOf(about?.draft ?? 'help', profile),
    onSubmit: async (values) => {
      setFailure(null);
      const document_number = profile?.account_information.document_number ?? '';
      const subject = about?.subject ?? texts.subject;
      const content = `${values.content}${noteOf(about)}`;
      await call('POST /api/v3/suggest', { body: { ...values, content, document_number, subject } });
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
  title: string | undefined;
  onAnother: () => void;
  onClose: () => void;
}

function Thanks({ profile, title = texts.thanksTitle, onAnother, onClose }: ThanksProps) {
  const document = profile?.account_information.document_number;
  return (
    <section>
      <div role="status">
        <Notice tone="good" title={title}>
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
