import { call } from '../api.ts';
import { useCountry } from '../country.tsx';
import { bareDocument, DocumentField, documentRule } from '../forms/document-field.tsx';
import { Fields } from '../forms/field.tsx';
import { ruleOf } from '../forms/rule.ts';
import { TextAreaField } from '../forms/later-fields.tsx';
import { TextField } from '../forms/text-field.tsx';
import { useForm } from '../forms/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { FailureLine } from '../shell/failure-line.tsx';
import { Card } from '../ui/card.tsx';
import css from './legal.module.css';
import { requestTexts as texts } from './texts.ts';

/** Kind of the request, named as in `POST /v3/withdrawal`. */
export type RequestKind = 'loan' | 'membership';

interface RequestFormProps {
  button: string;
  kind: RequestKind;
  /** Called with the server's message, which contains the tracking code. */
  onSent: (message: string) => void;
}

/** Requester; no reason is required. */
export function RequestForm({ button, kind, onSent }: RequestFormProps) {
  const pack = useCountry();
  const form = useForm({
    initial: {
      document_number: '',
      email_address: '',
      comment: '',
    },
    rules: {
      document_number: documentRule(pack),
      email_address: ruleOf(pack, 'email'),
    },
    onSubmit: async ({ comment, document_number, email_address }) => {
      const document = bareDocument(document_number);
      const { messages } = await call('POST /api/v3/withdrawal', {
        body: { kind, document_number: document, email_address, reason: comment.trim() },
      });
      onSent(messages.join(' '));
    },
  });
  return (
    <Card>
      <h2>{texts.form}</h2>
      <form {...form.props} className={css.form}>
        <Fields>
          <DocumentField {...form.field('document_number')} />
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
        <FailureLine form={form.id} />
      </form>
    </Card>
  );
}
