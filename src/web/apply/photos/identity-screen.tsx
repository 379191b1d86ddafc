import { useEffect, useRef, useState } from 'react';
import { FORM_MESSAGES } from '../../../countries/fields/form-messages.ts';
import { PHOTO_KINDS } from '../../../countries/identity-reasons.ts';
import { type Profile, profileQuery, useProfile } from '../../profile.ts';
import { queryClient } from '../../query-client.ts';
import { clearFailures, showFailure } from '../../shell/failures.ts';
import { Card } from '../../ui/card.tsx';
import { ApplyScreen } from '../apply-screen.tsx';
import { DocumentCheck } from './document-check.tsx';
import css from './identity.module.css';
import { PhotoTileOf } from './photo-tile-of.tsx';
import { identityTexts as texts } from '../texts.ts';
import { useStep } from '../use-step.ts';

/** The addresses of stored photos end after five minutes; then the profile is asked for new ones. */
const addressesLastMs = 4 * 60_000;

const storedPhotos = ({ avatar, account_information: info, credit_rating: rating }: Profile) => ({
  avatar: { url: avatar, done: avatar !== null || rating.avatar_verified === 1 },
  front_document: {
    url: info.front_document_thumb ?? info.front_document_image,
    done: info.front_document_image !== null || rating.front_document_verified === 1,
  },
  back_document: {
    url: info.back_document_thumb ?? info.back_document_image,
    done: info.back_document_image !== null || rating.back_document_verified === 1,
  },
});

/** Key of the document's photos: a new photo is loaded again. The rest of the address changes every minute. */
const documentPhotosOf = ({ account_information: info }: Profile) =>
  [info.front_document_image, info.back_document_image].map((url) => url?.split('?')[0]).join(' ');

/** Step 1: selfie with the document, its front and its back (docs/product/application.md#identity). */
export function IdentityScreen() {
  const profile = useProfile();
  const step = useStep('identity', profile);
  /** Number of times that 'SIG' found a photo missing. */
  const [refusals, setRefusals] = useState(0);
  const tiles = useRef<HTMLDivElement>(null);
  const photos = storedPhotos(profile);
  const complete = Object.values(photos).every(({ done }) => done);

  useEffect(() => {
    void queryClient.fetchQuery({ ...profileQuery, staleTime: addressesLastMs }).catch(() => undefined);
  }, []);

  useEffect(() => {
    if (refusals > 0) tiles.current?.querySelector<HTMLElement>('[data-missing] button')?.focus();
  }, [refusals]);

  useEffect(() => {
    if (complete) clearFailures();
  }, [complete]);

  function next() {
    if (complete) return step.next();
    setRefusals((count) => count + 1);
    showFailure(FORM_MESSAGES.completeFields);
  }

  return (
    <ApplyScreen step="identity" title={texts.title} intro={texts.intro} onBack={step.back} onNext={next}>
      <Card>
        <div ref={tiles}>
          <PhotoTiles photos={photos} missing={refusals > 0 ? texts.missing : undefined} />
        </div>
        <DocumentCheck key={documentPhotosOf(profile)} profile={profile} />
        <p className={css.privacy}>{texts.privacy}</p>
      </Card>
    </ApplyScreen>
  );
}

function PhotoTiles({
  photos,
  missing,
}: {
  photos: ReturnType<typeof storedPhotos>;
  missing: string | undefined;
}) {
  return (
    <div className={css.tiles}>
      {PHOTO_KINDS.map((kind) => (
        <PhotoTileOf
          key={kind}
          kind={kind}
          storedUrl={photos[kind].url}
          done={photos[kind].done}
          error={photos[kind].done ? undefined : missing}
        />
      ))}
    </div>
  );
}
