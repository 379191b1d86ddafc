import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { StaffRole } from '../../contract/staff/permissions.ts';
import { messageOf } from '../../ui/api-failure.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/tag.tsx';
import { call } from '../api.ts';
import { ROLE_NAMES } from '../../words/texts.ts';
import css from './sign-in.module.css';
import { answerWithPasskey } from '../../ui/authenticator.ts';
import { rememberState } from './sign-in-back.tsx';

/** The ways in that this installation has. */
export function SignInPage({ onDone }: { onDone: () => void }) {
  useEffect(() => {
    document.title = 'Ingresar · Consola';
  }, []);
  const ways = useQuery({ queryKey: ['sign-in'], queryFn: () => call('GET /api/staff/sign-in') });
  const provider = useMutation({
    mutationFn: () => call('POST /api/staff/sign-in/provider'),
    onSuccess: ({ url, state }) => {
      rememberState(state);
      location.assign(url);
    },
  });
  const sandbox = useMutation({
    mutationFn: (role: StaffRole) => call('POST /api/staff/sign-in/sandbox', { body: { as_role: role } }),
    onSuccess: onDone,
  });
  const passkey = useMutation({
    mutationFn: async () => {
      const { result } = await call('POST /api/staff/sign-in/passkey');
      return call('POST /api/staff/sign-in/passkey/finish', { body: await answerWithPasskey(result) });
    },
    onSuccess: onDone,
  });
  const error = ways.error ?? provider.error ?? passkey.error ?? sandbox.error;
  return (
    <main className={css.page}>
      <h1>Consola</h1>
      {error && (
        <Notice tone="bad" urgent>
          {messageOf(error)}
        </Notice>
      )}
      {ways.data?.provider && (
        <Button wide busy={provider.isPending} onClick={() => provider.mutate()}>
          Ingresar con {ways.data.provider}
        </Button>
      )}
      {ways.data && (
        <Button
          wide
          busy={passkey.isPending}
          {...(ways.data.provider ? { kind: 'ghost' as const } : {})}
          onClick={() => passkey.mutate()}
        >
          Ingresar con llave de acceso
        </Button>
      )}
      {ways.data && ways.data.roles.length > 0 && (
        <section aria-labelledby="prueba" className={css.roles}>
          <h2 id="prueba">Prueba: ingresar como</h2>
          <ul>
            {ways.data.roles.map((role) => (
              <li key={role}>
                <Button kind="ghost" small wide busy={sandbox.isPending} onClick={() => sandbox.mutate(role)}>
                  {ROLE_NAMES[role]}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </main>
  );
}
