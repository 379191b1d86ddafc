import { useState } from 'react';
import { track } from '../../analytics.ts';
import { call } from '../../api.ts';
import { useCountry } from '../../country.tsx';
import { draftOf } from '../../forms/drafts.ts';
import { Fields } from '../../forms/field.tsx';
import { ruleOf } from '../../forms/rule.ts';
import { TextAreaField } from '../../forms/later-fields.tsx';
import { TextField } from '../../forms/text-field.tsx';
import { useForm } from '../../forms/use-form.ts';
import { useProfileQuery } from '../../profile.ts';
import { queryClient } from '../../query-client.ts';
import { useLoggedIn } from '../../session.ts';
import { suggestionTexts as texts } from './texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SkeletonGroup } from '../../../ui/skeleton.tsx';
import { useSnackbar } from '../snackbar/snackbar-store.ts';

/**
 * 'Sugerencias y mejoras' (docs/product/borrowers-area.md#suggestions). A dialog replaces it while sending; a failure
 * reopens the form with its input.
 */
export function SuggestionDialog({ onClose, onReopen }: { onClose: () => void; onReopen: () => void }) {
  const [sending, setSending] = useState(false);
  const form = useSuggestionForm({ onClose, onReopen, setSending });
  if (sending) {
    return (
      <Dialog open busy onClose={onClose} title={texts.sending}>
        <SkeletonGroup label={texts.sending} shapes={['line', 'line', 'line']} />
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.title}
      actions={
        <Button type="submit" form={form.id} busy={form.busy} wide>
          {texts.send}
        </Button>
      }
    >
      <p>{texts.intro}</p>
      <form {...form.props}>
        <Fields>
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
          <TextField
            {...form.field('document_number')}
            label={texts.document}
            hint={texts.documentHint}
            inputMode="numeric"
            mask={(raw) => raw.replace(/\D/g, '')}
          />
          <TextField
            {...form.field('subject')}
            label={texts.subject}
            maxLength={200}
            autoCapitalize="sentences"
          />
          <TextAreaField {...form.field('content')} label={texts.content} maxLength={4000} rows={5} />
        </Fields>
      </form>
    </Dialog>
  );
}

interface Outcome {
  onClose: () => void;
  onReopen: () => void;
  setSending: (sending: boolean) => void;
}

function useSuggestionForm({ onClose, onReopen, setSending }: Outcome) {
  const pack = useCountry();
  const profile = useProfileQuery(useLoggedIn()).data;
  const snackbar = useSnackbar();
  const form = useForm({
    initial: {
      name: profile ? `${profile.first_name} ${profile.last_name}` : '',
      email_address: profile?.email_address ?? '',
      document_number: profile?.account_information.document_number ?? '',
      subject: '',
      content: '',
    },
    rules: {
      name: ruleOf(pack, 'first_name'),
      email_address: ruleOf(pack, 'email'),
      document_number: ruleOf(pack, 'suggestion_document'),
      subject: ruleOf(pack, 'subject'),
      content: ruleOf(pack, 'content'),
    },
    draft: draftOf('suggestion', profile),
    onSubmit: async (values) => {
      setSending(true);
      await call('POST /api/v3/suggest', { body: values });
      form.forgetDraft();
      // A customer finds it under RECLAMOS at once.
      void queryClient.invalidateQueries({ queryKey: ['balance'] });
      snackbar.show({ message: texts.thanks, kind: 'success' });
      onClose();
    },
    onFailure: () => {
      track('suggestion_failed');
      setSending(false);
      onReopen();
      return false;
    },
  });
  return form;
}
