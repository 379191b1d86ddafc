import { maskDocument } from '../../countries/masks.ts';
import { useCountry } from '../country.tsx';
import { ruleOf } from '../forms/rule.ts';
import { TextField } from '../forms/text-field.tsx';
import { useForm } from '../forms/use-form.ts';
import { useSelfService } from '../loan/self-service.ts';
import { paths } from '../paths.ts';
import { BottomBar } from '../shell/bottom-bar.tsx';
import { Link } from '../shell/link.tsx';
import { Screen } from '../shell/screen.tsx';
import { Card } from '../ui/card.tsx';
import { statusTexts as texts } from './account-status-texts.ts';

/** /estado-cuenta: the identity document is all it takes; it leads to the self-service area (B §2). */
export function AccountStatusScreen() {
  const pack = useCountry();
  const selfService = useSelfService();
  const form = useForm({
    initial: { document_number: '' },
    rules: { document_number: ruleOf(pack, 'document_number') },
    draft: 'account-status',
    onSubmit: ({ document_number }) => selfService(document_number.replace(/\D/g, ''), 'to'),
  });
  return (
    <Screen
      title={texts.title}
      intro={<p>{texts.intro}</p>}
      bar={<BottomBar form={form.id} nextLabel={texts.send} />}
    >
      <Card>
        <form {...form.props}>
          <TextField
            {...form.field('document_number')}
            label={pack.mainDocument}
            hint={texts.hint}
            inputMode="numeric"
            autoComplete="on"
            mask={(raw) => maskDocument(pack.code, raw)}
          />
        </form>
        <p>
          {texts.finishedPaying} <Link to={paths.login()}>{texts.login}</Link>
        </p>
      </Card>
    </Screen>
  );
}
