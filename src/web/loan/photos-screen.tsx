import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { paths } from '../../contract/paths.ts';
import { PhotoTileOf } from '../apply/photos/photo-tile-of.tsx';
import { usePathParam } from '../router/context.ts';
import { Screen, ScreenSkeleton } from '../shell/screen.tsx';
import { useGo } from '../shell/use-go.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Notice } from '../../ui/tag.tsx';
import type { Identity } from './identity-notice.tsx';
import { identityTexts as texts } from './identity-texts.ts';
import { LoanContact } from './loan-contact.tsx';
import { LoanFailed } from '../finish/finish-error.tsx';
import { type Loan, loanQuery } from './loan-query.ts';
import css from './loan.module.css';

type Asked = Identity['photos'];

/** Photos that were asked for again (docs/product/application.md#photos-again), by the tiles of the application. */
export function PhotosScreen() {
  const query = useQuery(loanQuery(usePathParam('id')));
  if (query.data) return <PhotosOf loan={query.data} refresh={() => void query.refetch()} />;
  if (query.isError) return <LoanFailed error={query.error} retry={() => void query.refetch()} />;
  return <ScreenSkeleton shapes={['line', 'block', 'button']} />;
}

function PhotosOf({ loan, refresh }: { loan: Loan; refresh: () => void }) {
  // Requested photos stay on the screen with their new pictures until all are there.
  const [asked, setAsked] = useState<Asked>([]);
  const [sent, setSent] = useState<readonly string[]>([]);
  const now = loan.identity?.state === 'photos' ? loan.identity.photos : [];
  if (now.some(({ kind, done }) => !done && !asked.some((each) => each.kind === kind)))
    setAsked(now.filter(({ done }) => !done));
  const left = asked.filter(({ kind }) => !sent.includes(kind));
  if (asked.length === 0) return <Over title={texts.noneTitle} text={texts.none} loan={loan} />;
  if (left.length === 0) return <Over title={texts.sentTitle} text={texts.sent} loan={loan} isGood />;
  return (
    <Screen title={texts.screenTitle(asked.length)} intro={<p>{texts.screenIntro}</p>}>
      {asked.map(({ kind, sentence }) => (
        <Card key={kind}>
          <div role="status">
            {sent.includes(kind) ? (
              <Notice tone="good">{texts.received}</Notice>
            ) : (
              <Notice tone="late">{sentence}</Notice>
            )}
          </div>
          <PhotoTileOf
            kind={kind}
            storedUrl={null}
            done={false}
            onStored={() => {
              setSent((kinds) => [...kinds, kind]);
              refresh();
            }}
          />
        </Card>
      ))}
      <Card soft>
        <p className={css.elsewhere}>{texts.phone}</p>
        <LoanContact loan={loan} />
      </Card>
    </Screen>
  );
}

function Over({ title, text, loan, isGood }: { title: string; text: string; loan: Loan; isGood?: boolean }) {
  const go = useGo();
  return (
    <Screen title={title}>
      <Card>
        <div role="status">
          <Notice tone={isGood ? 'good' : 'off'}>{text}</Notice>
        </div>
        <Button wide onClick={() => go.to(paths.loan(loan.id))}>
          {texts.back}
        </Button>
      </Card>
    </Screen>
  );
}
