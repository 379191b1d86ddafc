import { useEffect, useState } from 'react';
import { ApiFailure, messageOf } from '../../ui/api-failure.ts';

interface CodeCheck {
  readonly code: string;
  readonly error: string | undefined;
  /** Nothing was said about the code: it stays, to be sent again as it is. */
  readonly unanswered: boolean;
  readonly busy: boolean;
  readonly check: (typed: string) => void;
  readonly setCode: (typed: string) => void;
}

interface CodeCheckOptions {
  /** Code field, focused again after a refused code. */
  readonly id: string;
  /** Asks whether the code is right, and goes on if it is. @throws ApiFailure when it is not */
  readonly ask: (typed: string) => Promise<void>;
  readonly onFailure?: (failure: unknown) => void;
  /** After so long a wrong code goes by itself, milliseconds; without it, when another is typed. */
  readonly wrongForMs?: number;
}

/** Check of a typed code: accepted, refused, or unanswered. */
export function useCodeCheck({ id, ask, onFailure, wrongForMs }: CodeCheckOptions): CodeCheck {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [unanswered, setUnanswered] = useState(false);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    if (error === undefined || unanswered || wrongForMs === undefined) return;
    const timer = setTimeout(() => {
      setError(undefined);
      setCode('');
    }, wrongForMs);
    return () => clearTimeout(timer);
  }, [error, unanswered, wrongForMs]);

  // A disabled field loses the focus; the next thing to do is to type again, over the code that was wrong.
  useEffect(() => {
    const field = busy ? null : document.getElementById(id);
    if (!(field instanceof HTMLInputElement)) return;
    field.focus();
    field.select();
  }, [busy, id]);

  function forget() {
    setError(undefined);
    setUnanswered(false);
  }

  async function check(typed: string) {
    setBusy(true);
    forget();
    try {
      await ask(typed);
    } catch (failure) {
      onFailure?.(failure);
      setUnanswered(failure instanceof ApiFailure && failure.passing);
      setError(messageOf(failure));
      setBusy(false);
    }
  }

  return {
    code,
    error,
    unanswered,
    busy,
    check: (typed) => void check(typed),
    setCode: (typed) => {
      forget();
      setCode(typed);
    },
  };
}
