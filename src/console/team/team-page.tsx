import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Tag } from '../../ui/tag.tsx';
import { call } from '../api.ts';
import { allows, useMe } from '../session.ts';
import { countryName, ROLE_NAMES, STATE_NAMES } from '../../words/texts.ts';
import css from '../ui/page.module.css';
import { Said } from '../ui/list-parts.tsx';
import { ListFile } from '../ui/list-bar.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { AccessDialog } from './access-dialog.tsx';
import { EnableDialog, ShutOutDialog } from './state-dialogs.tsx';
import { EnrolmentDialog } from './enrolment-dialog.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { SessionsDialog } from './sessions-dialog.tsx';
import { OwnRecordDialog } from './own-record-dialog.tsx';
import type { Person } from './person.ts';
import { List, Table, useList } from '../ui/list.tsx';
import { When } from '../ui/when.tsx';

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
