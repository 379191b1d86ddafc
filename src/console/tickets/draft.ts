const prefix = 'consola.respuesta.';

/** Key of a draft: ticket and author. */
interface DraftName {
  readonly person: string;
  readonly ticket: string;
}

const keyOf = ({ person, ticket }: DraftName) => `${prefix}${person}.${ticket}`;

/** A browser may refuse its storage: then an answer lasts as long as its page. */
function withStorage<T>(act: (storage: Storage) => T): T | undefined {
  try {
    return act(sessionStorage);
  } catch {
    return undefined;
  }
}

/** Unsent answer of this person, in this tab. */
export const readDraft = (name: DraftName): string =>
  withStorage((storage) => storage.getItem(keyOf(name))) ?? '';

export function saveDraft(name: DraftName, text: string): void {
  withStorage((storage) =>
    text.trim() === '' ? storage.removeItem(keyOf(name)) : storage.setItem(keyOf(name), text),
  );
}

/** Deletes other people's drafts in this tab; all of them on sign-out. */
export function forgetDrafts(exceptOf?: string): void {
  withStorage((storage) => {
    const own = exceptOf === undefined ? undefined : `${prefix}${exceptOf}.`;
    for (const key of Object.keys(storage))
      if (key.startsWith(prefix) && !(own !== undefined && key.startsWith(own))) storage.removeItem(key);
  });
}
