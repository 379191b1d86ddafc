import { useState } from 'react';
import type { CountryCode } from '../../countries/countries.ts';
import { call } from '../api.ts';
import { useMe } from '../session.ts';
import { countryName } from '../../words/texts.ts';
import { Choices } from '../ui/choices.tsx';
import css from '../ui/page.module.css';
import { WriteDialog } from '../ui/write-dialog.tsx';
import type { PersonDialogProps } from './person.ts';

export function InviteDialog(part: Pick<PersonDialogProps, 'onClose' | 'onDone'>) {
  const me = useMe();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [countries, setCountries] = useState<CountryCode[]>([...me.countries]);
  return (
    <WriteDialog
      {...part}
      title="Invitar a una persona"
      action="Invitar"
      write={() => call('POST /api/staff/people', { body: { name, email, countries } })}
      said={({ result }) => `Invitaste a ${result.name}. Para que pueda entrar, pedí sus roles.`}
    >
      <p>Entra cuando otra persona aprueba sus roles.</p>
      <label className={css.field}>
        <span>Nombre y apellido</span>
        <input required maxLength={120} value={name} onChange={(event) => setName(event.target.value)} />
      </label>
      <label className={css.field}>
        <span>Mail de la empresa</span>
        <input
          required
          type="email"
          maxLength={200}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </label>
      <Choices
        legend="Países"
        options={me.countries}
        nameOf={countryName}
        chosen={countries}
        onChange={setCountries}
      />
    </WriteDialog>
  );
}
