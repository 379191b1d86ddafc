import { useMutation } from '@tanstack/react-query';
import { type SyntheticEvent, useEffect, useState } from 'react';
import { messageOf } from '../../ui/api-failure.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/tag.tsx';
import { call } from '../api.ts';
import { makePasskeyFor } from '../../ui/authenticator.ts';
import { PasskeyName } from '../passkeys/passkeys-page.tsx';
import { go } from '../place.ts';
import css from './sign-in.module.css';

/** Landing page of the link for a person's first passkey. */
export function EnrolmentPage({ token, onDone }: { token: string; onDone: () => void }) {
  const [name, setName] = useState('');
  const [waits, setWaits] = useState(false);
  useEffect(() => {
    document.title = 'Alta · Consola';
  }, []);
  const enrol = useMutation({
    mutationFn: async () => {
      const { result } = await call('POST /api/staff/enrolment', { body: { token } });
      const answer = await makePasskeyFor(result);
      return call('POST /api/staff/enrolment/finish', { body: { token, name, ...answer } });
    },
    onSuccess: ({ result }) => {
      // The link, used up, does not stay in the history.
      go(result ? '/llaves' : '/alta', { replace: true });
      if (result) onDone();
      else setWaits(true);
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!enrol.isPending) enrol.mutate();
  };
  return (
    <main className={css.page}>
      <h1>Alta en la consola</h1>
      {waits ? (
        <Notice tone="good">
          Tu llave quedó agregada. Vas a poder entrar cuando un administrador te dé un rol.
        </Notice>
      ) : (
        <form className={css.roles} onSubmit={submit}>
          <p>
            Agregá una llave de acceso de este equipo (huella, cara o PIN) o una llave física. El link sirve
            una sola vez.
          </p>
          <PasskeyName name={name} onChange={setName} />
          {enrol.error && (
            <Notice tone="bad" urgent>
              {messageOf(enrol.error)}
            </Notice>
          )}
          <Button type="submit" busy={enrol.isPending}>
            Agregar la llave
          </Button>
        </form>
      )}
    </main>
  );
}
