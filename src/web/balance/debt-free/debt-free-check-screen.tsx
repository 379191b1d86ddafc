import { useQuery } from '@tanstack/react-query';
import { writtenDocument } from '../../../countries/identifiers/document.ts';
import { localDate } from '../../../countries/local-time.ts';
import { formatDate } from '../../../domain/calendar-date.ts';
import { ApiFailure, messageOf } from '../../../ui/api-failure.ts';
import { useCountry } from '../../country.tsx';
import { usePathParam } from '../../router/context.ts';
import { Screen, ScreenSkeleton } from '../../shell/screen.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DefinitionList } from '../../ui/stack-bar.tsx';
import { Notice } from '../../../ui/tag.tsx';
import { type CertificateCheck, certificateCheckQuery } from './certificate-query.ts';
import css from './certificate.module.css';
import { certificateTexts as texts } from './debt-free-texts.ts';

/** /verificar-libre-deuda/{code}: whether a certificate is genuine, without a login. */
export function DebtFreeCheckScreen() {
  const query = useQuery(certificateCheckQuery(usePathParam('hash')));
  if (query.isPending) return <ScreenSkeleton shapes={['block', 'line', 'line', 'line']} />;
  return (
    <Screen title={texts.checkTitle}>
      <Card>
        {query.data ? (
          <Genuine check={query.data} />
        ) : (
          <NotGenuine error={query.error} retry={() => void query.refetch()} />
        )}
      </Card>
    </Screen>
  );
}

function Genuine({ check }: { check: CertificateCheck }) {
  const pack = useCountry();
  const issuedOn = formatDate(localDate(new Date(check.created_at), pack.code));
  return (
    <>
      <Notice tone={check.valid ? 'good' : 'bad'} title={check.valid ? texts.genuineTitle : texts.voidTitle}>
        {(check.valid ? texts.genuine : texts.void)(check.issuer, issuedOn)}
      </Notice>
      <p>{texts.compare}</p>
      <DefinitionList
        items={[
          { label: texts.holder, value: check.full_name || texts.noHolder },
          { label: texts.document, value: writtenDocument(pack.code, check.document_number) },
          { label: texts.issuedOn, value: issuedOn },
          ...(check.sha256
            ? [{ label: texts.sha256, value: <code className={css.digest}>{check.sha256}</code> }]
            : []),
        ]}
      />
    </>
  );
}

/** No such certificate; or no answer, which says nothing about it. */
function NotGenuine({ error, retry }: { error: Error | null; retry: () => void }) {
  if (error instanceof ApiFailure && error.status === 404) {
    return (
      <Notice tone="bad" urgent title={texts.falseTitle}>
        {texts.false}
      </Notice>
    );
  }
  return (
    <>
      <Notice tone="late" urgent title={texts.checkFailed}>
        {messageOf(error)}
      </Notice>
      <Button wide onClick={retry}>
        {texts.retry}
      </Button>
    </>
  );
}
