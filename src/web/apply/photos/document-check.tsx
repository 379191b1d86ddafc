import { useEffect, useState } from 'react';
import { type Profile, profileQuery } from '../../profile.ts';
import { queryClient } from '../../query-client.ts';
import { Notice } from '../../../ui/tag.tsx';
import { documentCheckTexts as texts } from '../texts.ts';

/** The worker reads a photo within seconds; after so many questions the person need not watch any longer. */
const askEveryMs = 2000;
const maxQuestions = 8;

/**
 * Result of comparing the document's barcode with the typed data (docs/product/application.md#document-barcode). It
 * blocks nothing; documents without a barcode have none. `settled` hides everything that needs no action.
 */
export function DocumentCheck({ profile, settled }: { profile: Profile; settled?: boolean }) {
  const {
    document_check: check,
    front_document_image: front,
    back_document_image: back,
  } = profile.account_information;
  const isReading = useReading(!settled && check === null && (front !== null || back !== null));
  if (check === null) return isReading ? <p role="status">{texts.reading}</p> : null;
  if (check.outcome === 'unsupported' || (settled && check.outcome === 'match')) return null;
  return <div role="status">{noticeOf(check)}</div>;
}

function noticeOf(check: NonNullable<Profile['account_information']['document_check']>) {
  if (check.outcome === 'match') return <Notice tone="good" title={texts.match} />;
  if (check.outcome === 'mismatch')
    return (
      <Notice tone="late" title={texts.mismatch(namesOf(check.fields ?? []))}>
        {texts.mismatchNext}
      </Notice>
    );
  return (
    <Notice tone="late" title={texts.unreadable}>
      {texts.unreadableNext}
    </Notice>
  );
}

function namesOf(fields: readonly string[]): string {
  const names: Readonly<Record<string, string>> = texts.fields;
  return new Intl.ListFormat('es').format(fields.map((field) => names[field] ?? field));
}

/** Asks for the profile again while a photo is being read; true meanwhile. */
function useReading(isWaiting: boolean): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    let timer: ReturnType<typeof setTimeout>;
    let left = maxQuestions;
    let hasGone = false;
    async function ask() {
      await queryClient.fetchQuery({ ...profileQuery, staleTime: 0 }).catch(() => undefined);
      left -= 1;
      if (hasGone) return;
      if (left > 0) timer = setTimeout(() => void ask(), askEveryMs);
      else setOver(true);
    }
    timer = setTimeout(() => void ask(), askEveryMs);
    return () => {
      hasGone = true;
      clearTimeout(timer);
    };
  }, [isWaiting]);
  return isWaiting && !isOver;
}
