import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ApiFailure, messageOf } from '../../ui/api-failure.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/tag.tsx';
import { call } from '../api.ts';
import { go } from '../place.ts';
import css from './sign-in.module.css';

const REFUSED = 'La cuenta de la empresa no te dejó ingresar. Volvé a empezar o avisale a sistemas.';

/** The way back from the identity provider. */
export function SignInBack({ onDone }: { onDone: () => void }) {
  const hasBegun = useRef(false);
  const finish = useMutation({
    mutationFn: async () => {
      const answer = new URLSearchParams(location.search);
      const [code, state] = [answer.get('code') ?? '', answer.get('state') ?? ''];
      // Neither code nor state stays in the history.
      go('/ingreso/vuelta', { replace: true });
      if (answer.has('error') && state !== '' && state === takeState())
        throw new ApiFailure({ code: 'refused', status: 0, message: REFUSED });
      if (code === '' || state === '' || state !== takeState())
        throw new Error('a way back that did not begin here');
      return call('POST /api/staff/sign-in/provider/finish', { body: { code, state } });
    },
    onSuccess: () => {
      go('/', { replace: true });
      onDone();
    },
  });
  const { mutate } = finish;
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    mutate();
  }, [mutate]);
  return (
    <main className={css.page} aria-busy={finish.isPending}>
      <h1>Consola</h1>
      {finish.error && (
        <>
          <Notice tone="bad" urgent>
            {messageOf(finish.error)}
          </Notice>
          <Button
            kind="ghost"
            onClick={() => {
              go('/ingreso', { replace: true });
              onDone();
            }}
          >
            Volver a empezar
          </Button>
        </>
      )}
    </main>
  );
}

const name = 'consola.ingreso';

/** State stored before the redirect to the identity provider: a return begun elsewhere is refused. */
export function rememberState(state: string): void {
  sessionStorage.setItem(name, state);
}

function takeState(): string | null {
  const state = sessionStorage.getItem(name);
  sessionStorage.removeItem(name);
  return state;
}
