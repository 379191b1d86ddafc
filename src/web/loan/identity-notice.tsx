import { paths } from '../../contract/paths.ts';
import { PHOTO_NAMES } from '../../countries/identity-reasons.ts';
import { useCountry } from '../country.tsx';
import { useGo } from '../shell/use-go.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/tag.tsx';
import { identityTexts as texts } from './identity-texts.ts';
import type { Loan } from './loan-query.ts';
import css from './loan.module.css';

export type Identity = NonNullable<Loan['identity']>;

/** Status of the photos while the money waits: under review, to be taken again, or refused. */
export function IdentityNotice({ identity, loanId }: { identity: Identity; loanId: string }) {
  const go = useGo();
  const { mainDocumentInText: document } = useCountry();
  const { state, sentence, photos } = identity;
  const missing = photos.filter(({ done }) => !done);
  if (state === 'rejected')
    return (
      <div role="status">
        <Notice tone="bad" title={texts.rejected}>
          {`${sentence} ${texts.rejectedNext}`}
        </Notice>
      </div>
    );
  if (state === 'review')
    return (
      <div role="status">
        <Notice title={texts.review}>{texts.reviewText}</Notice>
      </div>
    );
  return (
    <>
      <div role="status">
        <Notice tone="late" title={texts.asked(missing.length)}>
          <ul className={css.photos}>
            {missing.map(({ kind, sentence: why }) => (
              <li key={kind}>
                <strong>{PHOTO_NAMES[kind](document)}.</strong> {why}
              </li>
            ))}
          </ul>
        </Notice>
      </div>
      <Button wide onClick={() => go.to(paths.photos(loanId))}>
        {texts.take(missing.length)}
      </Button>
    </>
  );
}
