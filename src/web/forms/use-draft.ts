import { useEffect, useEffectEvent, useRef } from 'react';
import { tabStorage, writeObject } from '../storage.ts';
import { draftKey } from './drafts.ts';
import type { Values } from './form-state.ts';

interface DraftOptions<V extends Values> {
  readonly draft?: string;
  readonly onDraft?: (values: V | null) => void;
}

/** Stores input from the first key on, in this tab and wherever `onDraft` sends it. */
export function useDraft<V extends Values>(values: V, { draft, onDraft }: DraftOptions<V>) {
  const touched = useRef(false);
  const keepElsewhere = useEffectEvent((typed: V) => onDraft?.(typed));
  useEffect(() => {
    if (!draft || !touched.current) return;
    writeObject(tabStorage, draftKey(draft), values);
    keepElsewhere(values);
  }, [draft, values]);
  return {
    touch: () => {
      touched.current = true;
    },
    forget: () => {
      touched.current = false;
      if (draft) tabStorage.removeItem(draftKey(draft));
      onDraft?.(null);
    },
  };
}
