import { useQueryClient, useMutation, useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ComponentType, type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Tag } from '../../ui/tag.tsx';
import { call, asSeen } from '../api.ts';
import { allows, useMe } from '../session.ts';
import { countryName, ROLE_NAMES, STATE_NAMES, REASONS, ROLES } from '../../words/texts.ts';
import { classes } from '../../ui/classes.ts';
import css from '../ui/page.module.css';
import own from './team.module.css';
import { Said } from '../ui/list-parts.tsx';
import { ListFile } from '../ui/list-bar.tsx';
import { Mail } from '../ui/mail.tsx';
import { MoreMenu } from '../ui/more-menu.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { List, Table, useList } from '../ui/list.tsx';
import { When } from '../ui/when.tsx';
import type { StaffRole } from '../../contract/staff/permissions.ts';
import type { CountryCode } from '../../countries/countries.ts';
import { Choices } from '../ui/choices.tsx';
import { ReasonDialog, WordsDialog, WriteDialog } from '../ui/write-dialog.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { ReasonText, type ReasonBody } from '../ui/reason-fields.tsx';
import type { OutputOf } from '../../contract/contract.ts';

type Person = OutputOf<'GET /api/staff/people'>['result'][number];

/** A dialog about one person. */
interface PersonDialogProps {
  readonly person: Person;
  readonly onClose: () => void;
  /** @param message confirmation, in Spanish */
  readonly onDone: (message: string) => void;
}

/** Sentence for a request that waits. @param what happens on approval */
const awaits = (what: string) => `Espera aprobación: ${what} cuando otra persona lo apruebe.`;

/** A labelled text field. */
function Field({ label, onType, ...input }: FieldProps) {
  return (
    <label className={css.field}>
      <span>{label}</span>
      <input {...input} onChange={(event) => onType(event.target.value)} />
    </label>
  );
}

interface FieldProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  label: string;
  onType: (value: string) => void;
}

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

interface AskingDialogProps<Code extends string> extends PersonDialogProps {
  title: string;
  names: Readonly<Record<Code, string>>;
  first: NoInfer<Code>;
  /** Effect of the approval, a clause. */
  then: string;
  write: (reason: ReasonBody<Code>) => Promise<unknown>;
  children: ReactNode;
}

/** Asks a second person for a change of someone's access. */
function AskingDialog<Code extends string>({ then, ...dialog }: AskingDialogProps<Code>) {
  return <ReasonDialog {...dialog} action="Pedir aprobación" said={awaits(then)} />;
}

function EnableDialog(part: PersonDialogProps) {
  const { person } = part;
  return (
    <AskingDialog
      {...part}
      title={`Volver a habilitar a ${person.name}`}
      names={REASONS}
      first="joined"
      then={`${person.name} vuelve a entrar`}
      write={(body) => call('POST /api/staff/people/{id}/enable', { ...asSeen(person), body })}
    >
      <p>Vuelve con los roles y países que tenía.</p>
    </AskingDialog>
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
      said={awaits(`la ficha propia de ${person.name} se cierra`)}
    >
      <p>Nadie lee ni cambia su propia ficha de cliente. Reemplaza lo que estaba cargado.</p>
      <Field label="Documento" inputMode="numeric" value={document} onType={setDocument} />
      <Field
        label="Celular, con el código del país"
        inputMode="tel"
        value={cellphone}
        onType={setCellphone}
      />
      <Field label="Mail personal" type="email" value={email} onType={setEmail} />
    </WordsDialog>
  );
}

function InviteDialog(part: Pick<PersonDialogProps, 'onClose' | 'onDone'>) {
  const me = useMe();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [countries, setCountries] = useState<CountryCode[]>(
    me.countries.length === 1 ? [...me.countries] : [],
  );
  return (
    <WriteDialog
      {...part}
      title="Invitar a una persona"
      action="Invitar"
      write={() => call('POST /api/staff/people', { body: { name, email, countries } })}
      said={({ result }) =>
        `Invitaste a ${result.name}. Para que pueda entrar, elegí sus roles en Cambiar acceso.`
      }
    >
      <p>Después elegís sus roles en Cambiar acceso: entra cuando otra persona los aprueba.</p>
      <Field label="Nombre y apellido" required maxLength={120} value={name} onType={setName} />
      <Field
        label="Mail de la empresa"
        required
        type="email"
        maxLength={200}
        value={email}
        onType={setEmail}
      />
      <CountryChoices chosen={countries} onChange={setCountries} />
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
      said={awaits(`el link de alta de ${person.name} sale`)}
    >
      <p>
        Recibe en {person.email} un link para agregar una llave de acceso. Sirve una vez y vence en 24 horas.
      </p>
    </WordsDialog>
  );
}

/** Countries, among one's own. */
function CountryChoices(choice: { chosen: CountryCode[]; onChange: (chosen: CountryCode[]) => void }) {
  const me = useMe();
  return (
    <Choices
      legend="Países"
      none="Elegí al menos un país."
      options={me.countries}
      nameOf={countryName}
      {...choice}
    />
  );
}

function AccessDialog(part: PersonDialogProps) {
  const { person } = part;
  const [roles, setRoles] = useState<StaffRole[]>([...person.roles]);
  const [countries, setCountries] = useState<CountryCode[]>([...person.countries]);
  return (
    <AskingDialog
      {...part}
      title={`Acceso de ${person.name}`}
      names={REASONS}
      first="joined"
      then={`el acceso de ${person.name} cambia`}
      write={(reason) =>
        call('POST /api/staff/people/{id}/access', {
          ...asSeen(person),
          body: { roles, countries, ...reason },
        })
      }
    >
      <Choices
        legend="Roles"
        options={ROLES}
        nameOf={(role) => ROLE_NAMES[role]}
        chosen={roles}
        onChange={setRoles}
      />
      <CountryChoices chosen={countries} onChange={setCountries} />
    </AskingDialog>
  );
}

type Doing = 'access' | 'disable' | 'enable' | 'sessions' | 'enrolment' | 'own-record';

const DIALOGS: Readonly<Record<Doing, ComponentType<PersonDialogProps>>> = {
  access: AccessDialog,
  disable: ShutOutDialog,
  enable: EnableDialog,
  sessions: SessionsDialog,
  enrolment: EnrolmentDialog,
  'own-record': OwnRecordDialog,
};

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
  const Dialog = doing && DIALOGS[doing.what];
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
      {Dialog && <Dialog person={doing.person} onClose={close} onDone={done} />}
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
      columns={['Persona', 'Roles y países', 'Estado', 'Sesiones', 'Acciones']}
    >
      {rows.map((person) => (
        <tr key={person.id}>
          <th scope="row">
            {person.name}
            <span className={css.minor}>
              <Mail address={person.email} />
            </span>
          </th>
          <td>
            {person.roles.map((role) => ROLE_NAMES[role]).join(', ') || 'Sin rol'}
            <span className={classes(css.minor, css.whole)}>
              {person.countries.map(countryName).join(', ')}
            </span>
          </td>
          <td>
            <Tag tone={tones[person.state]}>{STATE_NAMES[person.state]}</Tag>
          </td>
          <td>
            {person.sessions}
            {person.last_seen && (
              <span className={css.minor}>
                Última: <When at={person.last_seen} />
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
  const shown = all.filter(([, , isShown]) => isShown);
  const first = shown.length > 2 ? 1 : shown.length;
  return (
    <div className={classes(css.row, own.actions)}>
      {shown.slice(0, first).map(([what, name]) => (
        <button
          key={what}
          type="button"
          className={classes(css.link, what === 'disable' && css.danger)}
          aria-label={`${name}: ${person.name}`}
          onClick={() => onDo(what)}
        >
          {name}
        </button>
      ))}
      <MoreMenu
        of={person.name}
        items={shown.slice(first).map(([what, name]) => ({
          name,
          label: `${name}: ${person.name}`,
          isDanger: what === 'disable',
          onDo: () => onDo(what),
        }))}
      />
    </div>
  );
}
