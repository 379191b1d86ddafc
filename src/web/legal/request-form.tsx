import { maskDocument } from '../../countries/masks.ts';
import { call } from '../api.ts';
import { useCountry } from '../country.tsx';
import { Fields } from '../forms/field.tsx';
import { ruleOf } from '../forms/rule.ts';
import { TextAreaField, TextField } from '../forms/text-field.tsx';
import { useForm } from '../forms/use-form.ts';
import type { Profile } from '../profile.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import css from './legal.module.css';
import type { RequestTicket } from './request-ticket.ts';
import { requestTexts as texts } from './texts.ts';

interface RequestFormProps {
  button: string;
  ticket: RequestTicket;
  profile: Profile | undefined;
  /** Called with the e-mail address that gets the tracking code. */
  onSent: (email: string) => void;
}

/** Who asks, and where the tracking code goes; no reason is asked. */
export function RequestForm({ button, ticket, profile, onSent }: RequestFormProps) {
  const pack = useCountry();
  const form = useForm({
    initial: {
      name: profile ? `${profile.first_name} ${profile.last_name}` : '',
      document_number: profile?.account_information.document_number ?? '',
      email_address: profile?.email_address ?? '',
      comment: '',
    },
    rules: {
      name: ruleOf(pack, 'first_name'),
      document_number: ruleOf(pack, 'document_number'),
      email_address: ruleOf(pack, 'email'),
    },
    onSubmit: async ({ comment, document_number, ...person }) => {
      const content = [ticket.content, comment.trim()].filter(Boolean).join('\n\n');
      const document = document_number.replace(/\D/g, '');
      await call('POST /api/v3/suggest', {
        body: { ...person, document_number: document, subject: ticket.subject, content },
      });
      onSent(person.email_address);
    },
  });
  return (
    <Card>
      <h2>{texts.form}</h2>
      <form {...form.props} className={css.form}>
        <Fields>
          <TextField {...form.field('name')} label={texts.name} autoComplete="name" maxLength={120} />
          <TextField
            {...form.field('document_number')}
            label={pack.mainDocument}
            inputMode="numeric"
            mask={(raw) => maskDocument(pack.code, raw)}
          />
          <TextField
            {...form.field('email_address')}
            label={texts.email}
            hint={texts.emailHint}
            type="email"
            inputMode="email"
            autoComplete="email"
            maxLength={200}
          />
          <TextAreaField
            {...form.field('comment')}
            label={texts.comment}
            hint={texts.commentHint}
            maxLength={2000}
            rows={3}
          />
        </Fields>
        <Button type="submit" wide busy={form.busy}>
          {button}
        </Button>
      </form>
    </Card>
  );
}
