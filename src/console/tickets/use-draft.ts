import { useEffect, useState } from 'react';
import { useMe } from '../session.ts';
import { forgetDrafts, keepDraft, readDraft } from './draft.ts';

/** Draft answer to a ticket, stored in this tab until it is sent. */
export function useDraft(ticket: string): readonly [text: string, setText: (text: string) => void] {
  const { id: person } = useMe();
  const [text, setText] = useState(() => readDraft({ person, ticket }));
  useEffect(() => forgetDrafts(person), [person]);
  const write = (written: string) => {
    setText(written);
    keepDraft({ person, ticket }, written);
  };
  return [text, write];
}
