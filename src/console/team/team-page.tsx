import { useQueryClient, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Tag } from '../../ui/tag.tsx';
import { call, asSeen } from '../api.ts';
import { allows, useMe } from '../session.ts';
import { countryName, ROLE_NAMES, STATE_NAMES, REASONS, ROLES } from '../../words/texts.ts';
import css from '../ui/page.module.css';
import { Said } from '../ui/list-parts.tsx';
import { ListFile } from '../ui/list-bar.tsx';
import { PageHead } from '../ui/page-head.tsx';
import type { Person, PersonDialogProps } from './person.ts';
import { List, Table, useList } from '../ui/list.tsx';
import { When } from '../ui/when.tsx';
import type { StaffRole } from '../../contract/staff/permissions.ts';
import type { CountryCode } from '../../countries/countries.ts';
import { Choices } from '../ui/choices.tsx';
import { ReasonDialog, WordsDialog, WriteDialog } from '../ui/write-dialog.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { ReasonText } from '../ui/reason-fields.tsx';

function ShutOutDialog({ person, ...part }: PersonDialogProps) {
  return (
    <ReasonDialog
      {...part}
      title={`Dar de baja a ${person.name}`}
      action="Dar de baja"
      kind="danger"
      names={REASONS}
      first="left"
      write={(body) => call('POST /api/staff/people/{id}/disable', { ...asSeen(person), body })}
      said={({ outcome }) =>
        outcome === 'pending_approval'
          ? `Ya diste de baja a alguien hoy: la de ${person.name} espera que otra persona la apruebe.`
          : `${person.name} ya no puede entrar.`
      }
    >
      <p>Pierde el acceso y se cierran sus sesiones en el momento.</p>
    </ReasonDialog>
  );
}

function EnableDialog({ person, ...part }: PersonDialogProps) {
  return (
    <ReasonDialog
      {...part}
      title={`Volver a habilitar a ${person.name}`}
      action="Pedir aprobación"
      names={REASONS}
      first="joined"
      write={(body) => call('POST /api/staff/people/{id}/enable', { ...asSeen(person), body })}
      said={`Espera aprobación: ${person.name} vuelve a entrar cuando otra persona lo apruebe.`}
    >
      <p>Vuelve con los roles y países que tenía.</p>
    </ReasonDialog>
  );
}

function SessionsDialog({ person, onClose, onDone }: PersonDialogProps) {
  const me = useMe();
  const [text, setText] = useState('');
  const params = { id: person.id };
  const sessions = useQuery({
    queryKey: ['people', person.id, 'sessions'],
    queryFn: () => call('GET /api/staff/people/{id}/sessions', { params }),
  });
  const end = useMutation({
    mutationFn: () => call('POST /api/staff/people/{id}/end-sessions', { params, body: { reason: text } }),
    onSuccess: ({ messages }) => onDone(`${person.name}. ${messages.join(' ')}`),
  });
  const mayEnd = allows(me, 'POST /api/staff/people/{id}/end-sessions');
  const rows = sessions.data?.result ?? [];
  return (
    <FormDialog
      title={`Sesiones de ${person.name}`}
      action={mayEnd ? 'Cerrar todas' : 'Listo'}
      kind={mayEnd ? 'danger' : 'ghost'}
      busy={end.isPending}
      error={sessions.error ?? end.error}
      onClose={onClose}
      onSubmit={mayEnd ? () => end.mutate() : onClose}
    >
      <ul className={css.form}>
        {rows.map((session) => (
          <li key={session.id}>
            Desde {session.address}, última vez <When at={session.last_used_at} />
            <span className={css.minor}>{session.device}</span>
          </li>
        ))}
      </ul>
      {sessions.isSuccess && rows.length === 0 && <p>No tiene sesiones abiertas.</p>}
      {mayEnd && <ReasonText text={text} onChange={setText} />}
    </FormDialog>
  );
}

/** Identifies a staff member's own customer record, so that they never work on it. */
function OwnRecordDialog({ person, ...part }: PersonDialogProps) {
  const [document, setDocument] = useState('');
  const [cellphone, setCellphone] = useState('');
  const [email, setEmail] = useState('');
  return (
    <WordsDialog
      {...part}
      title={`Ficha propia de ${person.name}`}
      action="Pedir aprobación"
      write={({ reason }) =>
        call('POST /api/staff/people/{id}/own-record', {
          ...asSeen(person),
          body: { document_number: document, cellphone, email, reason },
        })
      }
      said={`Espera aprobación: la ficha propia de ${person.name} se cierra cuando otra persona lo apruebe.`}
    >
      <p>Nadie lee ni cambia su propia ficha de cliente. Reemplaza lo que estaba cargado.</p>
      <label className={css.field}>
        <span>Documento</span>
        <input inputMode="numeric" value={document} onChange={(event) => setDocument(event.target.value)} />
      </label>
      <label className={css.field}>
        <span>Celular, con el código del país</span>
        <input inputMode="tel" value={cellphone} onChange={(event) => setCellphone(event.target.value)} />
      </label>
      <label className={css.field}>
        <span>Mail personal</span>
        <input type="email" value={email} onChange={(event) => setEmail(event.target.value)} />
      </label>
    </WordsDialog>
  );
}

function InviteDialog(part: Pick<PersonDialogProps, 'onClose' | 'onDone'>) {
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

/** For who lost their passkeys, or never had one. */
function EnrolmentDialog({ person, ...part }: PersonDialogProps) {
  return (
    <WordsDialog
      {...part}
      title={`Mandar un link de alta a ${person.name}`}
      action="Pedir aprobación"
      write={(body) => call('POST /api/staff/people/{id}/enrolment', { ...asSeen(person), body })}
      said={`Espera aprobación: el link de alta de ${person.name} sale cuando otra persona lo apruebe.`}
    >
      <p>
        Recibe en {person.email} un link para agregar una llave de acceso. Sirve una vez y vence en 24 horas.
      </p>
    </WordsDialog>
  );
}

function AccessDialog({ person, ...part }: PersonDialogProps) {
  const me = useMe();
  const [roles, setRoles] = useState<StaffRole[]>([...person.roles]);
  const [countries, setCountries] = useState<CountryCode[]>([...person.countries]);
  return (
    <ReasonDialog
      {...part}
      title={`Acceso de ${person.name}`}
      action="Pedir aprobación"
      names={REASONS}
      first="joined"
      write={(reason) =>
        call('POST /api/staff/people/{id}/access', {
          ...asSeen(person),
          body: { roles, countries, ...reason },
        })
      }
      said={`Espera aprobación: el acceso de ${person.name} cambia cuando otra persona lo apruebe.`}
    >
      <Choices
        legend="Roles"
        options={ROLES}
        nameOf={(role) => ROLE_NAMES[role]}
        chosen={roles}
        onChange={setRoles}
      />
      <Choices
        legend="Países"
        options={me.countries}
        nameOf={countryName}
        chosen={countries}
        onChange={setCountries}
      />
    </ReasonDialog>
  );
}

type Doing = 'access' | 'disable' | 'enable' | 'sessions' | 'enrolment' | 'own-record';

const tones = { invited: 'late', active: 'good', disabled: 'off' } as const;

/** The people of the console. */
export function TeamPage() {
  const me = useMe();
  const queries = useQueryClient();
  const [inviting, setInviting] = useState(false);
  const [doing, setDoing] = useState<{ what: Doing; person: Person }>();
  const [said, setSaid] = useState('');
  const { list: people, rows } = useList(['people'], 'before', (page) =>
    call('GET /api/staff/people', { query: page }),
  );
  const done = (message: string) => {
    setSaid(message);
    setInviting(false);
    setDoing(undefined);
    void queries.invalidateQueries();
  };
  const close = () => setDoing(undefined);
  const person = doing?.person;
  return (
    <>
      <PageHead title="Equipo">
        <ListFile file="equipo" />
        {allows(me, 'POST /api/staff/people') && (
          <Button small onClick={() => setInviting(true)}>
            Invitar a una persona
          </Button>
        )}
      </PageHead>
      <Said message={said} />
      <List list={people}>
        <PeopleTable rows={rows} onDo={(what, of) => setDoing({ what, person: of })} />
      </List>
      {inviting && <InviteDialog onClose={() => setInviting(false)} onDone={done} />}
      {person && doing.what === 'access' && <AccessDialog person={person} onClose={close} onDone={done} />}
      {person && doing.what === 'disable' && <ShutOutDialog person={person} onClose={close} onDone={done} />}
      {person && doing.what === 'enable' && <EnableDialog person={person} onClose={close} onDone={done} />}
      {person && doing.what === 'own-record' && (
        <OwnRecordDialog person={person} onClose={close} onDone={done} />
      )}
      {person && doing.what === 'enrolment' && (
        <EnrolmentDialog person={person} onClose={close} onDone={done} />
      )}
      {person && doing.what === 'sessions' && (
        <SessionsDialog person={person} onClose={close} onDone={done} />
      )}
    </>
  );
}

function PeopleTable({
  rows,
  onDo,
}: {
  rows: readonly Person[];
  onDo: (what: Doing, person: Person) => void;
}) {
  return (
    <Table
      caption="Personas de la consola"
      columns={['Persona', 'Roles', 'Países', 'Estado', 'Sesiones', 'Acciones']}
    >
      {rows.map((person) => (
        <tr key={person.id}>
          <th scope="row">
            {person.name}
            <span className={css.minor}>{person.email}</span>
          </th>
          <td>{person.roles.map((role) => ROLE_NAMES[role]).join(', ') || 'Sin rol'}</td>
          <td>{person.countries.map(countryName).join(', ')}</td>
          <td>
            <Tag tone={tones[person.state]}>{STATE_NAMES[person.state]}</Tag>
          </td>
          <td>
            {person.sessions}
            {person.last_seen && (
              <span className={css.minor}>
                <When at={person.last_seen} />
              </span>
            )}
          </td>
          <td>
            <Actions person={person} onDo={(what) => onDo(what, person)} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** Actions allowed on another person; never on one's own access. */
function Actions({ person, onDo }: { person: Person; onDo: (what: Doing) => void }) {
  const me = useMe();
  const isOther = me.id !== person.id;
  const all: [what: Doing, name: string, isShown: boolean][] = [
    [
      'access',
      'Cambiar acceso',
      isOther && !person.from_provider && allows(me, 'POST /api/staff/people/{id}/access'),
    ],
    ['sessions', 'Sesiones', allows(me, 'GET /api/staff/people/{id}/sessions')],
    [
      'enrolment',
      'Link de alta',
      isOther && person.state !== 'disabled' && allows(me, 'POST /api/staff/people/{id}/enrolment'),
    ],
    ['own-record', 'Ficha propia', isOther && allows(me, 'POST /api/staff/people/{id}/own-record')],
    [
      'disable',
      'Dar de baja',
      isOther && person.state !== 'disabled' && allows(me, 'POST /api/staff/people/{id}/disable'),
    ],
    [
      'enable',
      'Volver a habilitar',
      isOther && person.state === 'disabled' && allows(me, 'POST /api/staff/people/{id}/enable'),
    ],
  ];
  return (
    <div className={css.row}>
      {all
        .filter(([, , isShown]) => isShown)
        .map(([what, name]) => (
          <button
            key={what}
            type="button"
            className={css.link}
            aria-label={`${name}: ${person.name}`}
            onClick={() => onDo(what)}
          >
            {name}
          </button>
        ))}
    </div>
  );
}
