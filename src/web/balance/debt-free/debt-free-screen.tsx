import { useQuery } from '@tanstack/react-query';
import { paths } from '../../../contract/paths.ts';
import {
  debtFreeRows,
  debtFreeScope,
  debtFreeStatement,
  debtFreeTitle,
  debtFreeUnnamed,
} from '../../../countries/papers/debt-free-certificate.ts';
import { writtenDocument } from '../../../countries/identifiers/document.ts';
import { localDate } from '../../../countries/local-time.ts';
import { maskCuit } from '../../../countries/fields/masks.ts';
import { formatDate } from '../../../domain/calendar-date.ts';
import { urlOf } from '../../api.ts';
import { useCountry } from '../../country.tsx';
import { LookupFailed } from '../../shell/lookup-failed.tsx';
import { usePathParam } from '../../router/context.ts';
import { Screen, ScreenSkeleton } from '../../shell/screen.tsx';
import { useGo } from '../../shell/use-go.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../../ui/classes.ts';
import { DefinitionList } from '../../ui/stack-bar.tsx';
import { Notice } from '../../../ui/tag.tsx';
import { type Certificate, certificateQuery } from './certificate-query.ts';
import css from './certificate.module.css';
import { certificateTexts as texts } from './debt-free-texts.ts';

/**
 * /libre-deuda/{hash}, to be printed. One that cannot be had leads to the account status after 2 s
 * (docs/product/borrowers-area.md#debt-free-certificate).
 */
export function DebtFreeScreen() {
  const query = useQuery(certificateQuery(usePathParam('hash')));
  if (query.data) return <CertificateSheet certificate={query.data} />;
  if (query.isError)
    return (
      <LookupFailed
        title={texts.failedTitle}
        text={texts.failed}
        to={paths.accountStatus()}
        action={texts.failedNext}
      />
    );
  return <ScreenSkeleton shapes={['line', 'line', 'line', 'line', 'line', 'block']} />;
}

/** Dates and numbers are not broken at their hyphens. */
const unbroken = (words: string) => words.replaceAll('-', '\u2060-\u2060');

function CertificateSheet({ certificate }: { certificate: Certificate }) {
  const pack = useCountry();
  const go = useGo();
  const { hash, full_name, document_number, legal_number, created_at, issuer, check_url, valid } =
    certificate;
  const facts = {
    brand: issuer,
    fullName: full_name,
    documentLabel: pack.mainDocument,
    documentInText: pack.mainDocumentInText,
    document: writtenDocument(pack.code, document_number),
    legalNumber: maskCuit(legal_number),
    issuedOn: formatDate(localDate(new Date(created_at), pack.code)),
  };
  return (
    <Screen title={debtFreeTitle}>
      <Card>
        {valid ? (
          <p className={css.statement}>{unbroken(debtFreeStatement(facts))}</p>
        ) : (
          <Notice tone="bad" title={texts.voidTitle}>
            {texts.void(issuer, facts.issuedOn)}
          </Notice>
        )}
        <DefinitionList items={debtFreeRows(facts).map(([label, value]) => ({ label, value }))} />
        {valid && (
          <>
            <p className={classes(css.note, full_name === '' && css.unnamed)}>
              {debtFreeScope} {full_name === '' && debtFreeUnnamed}
            </p>
            <div className={css.check}>
              <img
                className={css.qr}
                src={urlOf('/api/v3/debtfree/{hash}/qr', { hash })}
                alt={texts.qr}
                width="132"
                height="132"
              />
              <p className={css.note}>
                {texts.check} <a href={check_url}>{check_url.replace(/^https?:\/\//, '')}</a>
              </p>
            </div>
          </>
        )}
      </Card>
      <Card soft className="no-print">
        {valid && (
          <>
            <LinkButton wide href={urlOf('/api/v3/debtfree/{hash}/pdf', { hash })} download>
              {texts.download}
            </LinkButton>
            <Button wide kind="ghost" onClick={() => window.print()}>
              {texts.print}
            </Button>
          </>
        )}
        <Button wide kind={valid ? 'text' : 'primary'} onClick={() => go.to(paths.accountStatus())}>
          {texts.back}
        </Button>
      </Card>
    </Screen>
  );
}
