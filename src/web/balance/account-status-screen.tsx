import { paths } from '../../contract/paths.ts';
import { useCountry } from '../country.tsx';
import { bareDocument, DocumentField, documentRule } from '../forms/document-field.tsx';
import { useForm } from '../forms/use-form.ts';
import { useSelfService } from '../loan/self-service.ts';
import { BottomBar } from '../shell/bottom-bar.tsx';
import { Link } from '../shell/link.tsx';
import { Screen } from '../shell/screen.tsx';
import { Card } from '../ui/card.tsx';

/** Texts of the account status query. */
const texts = {
  title: 'Consultá tu estado de cuenta',
  intro: 'Con tu documento, sin contraseña.',
  hint: 'Solo los números.',
  send: 'Consultar Estado',
  finishedPaying: '¿Terminaste de pagar?',
  login: 'Ingresá y pedí otro préstamo',
} as const;

/**
 * /estado-cuenta: the identity document is all it takes; it leads to the self-service area
 * (docs/product/borrowers-area.md#query).
 */
export function AccountStatusScreen() {
  const pack = useCountry();
  const selfService = useSelfService();
  const form = useForm({
    initial: { document_number: '' },
    rules: { document_number: documentRule(pack) },
    draft: 'account-status',
    onSubmit: ({ document_number }) => selfService(bareDocument(document_number), 'to'),
  });
  return (
    <Screen
      title={texts.title}
      intro={<p>{texts.intro}</p>}
      bar={<BottomBar form={form.id} nextLabel={texts.send} />}
    >
      <Card>
        <form {...form.props}>
          <DocumentField {...form.field('document_number')} hint={texts.hint} autoComplete="on" />
        </form>
        <p>
          {texts.finishedPaying} <Link to={paths.login()}>{texts.login}</Link>
        </p>
      </Card>
    </Screen>
  );
}
