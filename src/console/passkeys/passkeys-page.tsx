import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { Notice } from '../../ui/tag.tsx';
import { call } from '../api.ts';
import { useMe } from '../session.ts';
import { when } from '../../words/texts.ts';
import { ReadTrouble, Said, Trouble } from '../ui/list-parts.tsx';
import { PageHead } from '../ui/page-head.tsx';
import css from '../ui/page.module.css';
import { makePasskeyFor } from '../../ui/authenticator.ts';
import { When } from '../ui/when.tsx';
import { WriteDialog } from '../ui/write-dialog.tsx';

/** One's own passkeys. */
export function PasskeysPage() {
  const me = useMe();
  const queries = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  const [said, setSaid] = useState('');
  const keys = useQuery({ queryKey: ['passkeys'], queryFn: () => call('GET /api/staff/passkeys') });
  const done = (message: string) => {
    setSaid(message);
    setAdding(false);
    void queries.invalidateQueries();
  };
  const remove = useMutation({
    mutationFn: (id: string) => call('POST /api/staff/passkeys/{id}/remove', { params: { id } }),
    onSuccess: () => done('Llave quitada.'),
  });
  const rows = keys.data?.result ?? [];
  return (
    <>
      <PageHead title="Mis llaves">
        <Button small onClick={() => setAdding(true)}>
          Agregar una llave
        </Button>
      </PageHead>
      {me.passkeys_missing > 0 && (
        <Notice tone="late">
          {me.passkeys_missing === 1
            ? 'Agregá una llave más: si perdés la primera, entrás con la otra.'
            : 'Antes de seguir agregá dos llaves de acceso.'}
        </Notice>
      )}
      <p>
        Una llave de acceso es tu huella, tu cara, el PIN del equipo o una llave física. Con ella entrás y
        confirmás lo que da acceso, mueve plata o muestra datos.
      </p>
      <Said message={said} />
      <ReadTrouble read={keys} />
      <Trouble error={remove.error} />
      {keys.isPending && <SkeletonGroup shapes={['line', 'line']} />}
      {keys.isSuccess && rows.length === 0 && <p>Todavía no tenés ninguna.</p>}
      <ul className={css.form}>
        {rows.map((key) => (
          <li key={key.id}>
            <strong>{key.name}</strong>
            <span className={css.minor}>
              Agregada <When at={key.created_at} />
              {key.last_used_at && `, usada ${when(key.last_used_at)}`}
            </span>
            <button
              type="button"
              className={css.link}
              aria-label={`Quitar: ${key.name}`}
              disabled={remove.isPending}
              onClick={() => remove.mutate(key.id)}
            >
              Quitar
            </button>
          </li>
        ))}
      </ul>
      {isAdding && <AddDialog onClose={() => setAdding(false)} onDone={done} />}
    </>
  );
}

function AddDialog(part: { onClose: () => void; onDone: (message: string) => void }) {
  const [name, setName] = useState('');
  const add = async () => {
    const { result } = await call('GET /api/staff/passkeys/challenge');
    const answer = await makePasskeyFor(result);
    return call('POST /api/staff/passkeys', { body: { name, ...answer } });
  };
  return (
    <WriteDialog
      {...part}
      title="Agregar una llave"
      action="Agregar"
      write={add}
      said={`Agregaste la llave “${name.trim()}”.`}
    >
      <PasskeyName name={name} onChange={setName} />
    </WriteDialog>
  );
}

export function PasskeyName({ name, onChange }: { name: string; onChange: (name: string) => void }) {
  return (
    <label className={css.field}>
      <span>Nombre de la llave</span>
      <input
        required
        maxLength={120}
        placeholder="Notebook de la oficina"
        value={name}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}
