import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { Notice, Tag } from '../../ui/tag.tsx';
import { day } from '../../words/identity.ts';
import { OTHER_REASON_NAMES, SAME_REASON_NAMES } from '../../words/screening-names.ts';
import { MATCH_STATE_NAMES, whyText, type WholeMatch } from '../../words/screening.ts';
import { countryName, reasonName, when } from '../../words/texts.ts';
import { asSeen, call } from '../api.ts';
import { allows, useMe } from '../session.ts';
import { Link } from '../ui/link.tsx';
import { ReadTrouble, Said } from '../ui/list-parts.tsx';
import { Table } from '../ui/list.tsx';
import { PageHead } from '../ui/page-head.tsx';
import css from '../ui/page.module.css';
import { answered, ReasonDialog } from '../ui/write-dialog.tsx';
import { RequestLink } from '../ui/waits.tsx';

/** Both sides of a possible match, side by side, and the decision. */
export function MatchPage({ id }: { id: string }) {
  const me = useMe();
  const [doing, setDoing] = useState<'same' | 'other'>();
  const [said, setSaid] = useState('');
  const found = useQuery({
    queryKey: ['screening-match', id],
    queryFn: async () => (await call('GET /api/staff/screening/{id}', { params: { id } })).result,
    // Opening is recorded: loaded once, and again only on request.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  const match = found.data;
  if (found.error && !match)
    return (
      <>
        <PageHead title="Coincidencia" />
        <ReadTrouble read={found} />
        <BackLink />
      </>
    );
  if (!match)
    return (
      <>
        <PageHead title="Coincidencia" />
        <SkeletonGroup shapes={['block', 'block']} />
      </>
    );
  const dialog = {
    onClose: () => setDoing(undefined),
    onDone: (message: string) => {
      setDoing(undefined);
      setSaid(message);
      void found.refetch();
    },
    onStale: () => void found.refetch(),
  };
  const mayDecide =
    match.state === 'waiting' && match.asked_by === '' && allows(me, 'POST /api/staff/screening/{id}/other');
  return (
    <>
      <PageHead title={match.person || `Cliente ${match.customer}`}>
        {mayDecide && (
          <>
            <Button small kind="ghost" onClick={() => setDoing('other')}>
              Otra persona
            </Button>
            <Button small kind="danger" onClick={() => setDoing('same')}>
              La misma persona
            </Button>
          </>
        )}
      </PageHead>
      <Said message={said} />
      <div className={css.said}>
        <State match={match} />
      </div>
      <Sides match={match} />
      <BackLink />
      {doing && <Decision key={doing} match={match} what={doing} {...dialog} />}
    </>
  );
}

interface DecisionProps {
  match: WholeMatch;
  what: 'same' | 'other';
  onClose: () => void;
  onDone: (message: string) => void;
  onStale: () => void;
}

/** Asks for the reason of a decision. */
function Decision({ match, what, ...dialog }: DecisionProps) {
  if (what === 'other')
    return (
      <ReasonDialog
        {...dialog}
        title="Es otra persona"
        action="Anotar"
        names={OTHER_REASON_NAMES}
        first="birth-differs"
        write={(body) => call('POST /api/staff/screening/{id}/other', { ...asSeen(match), body })}
        said={answered}
      >
        <p>
          Los envíos que esperaban siguen. No se vuelve a preguntar hasta que cambie uno de los dos lados.
        </p>
      </ReasonDialog>
    );
  return (
    <ReasonDialog
      {...dialog}
      title="Es la misma persona"
      action="Pedir aprobación"
      kind="danger"
      names={SAME_REASON_NAMES}
      first="number-agrees"
      write={(body) => call('POST /api/staff/screening/{id}/same', { ...asSeen(match), body })}
      said="Espera aprobación. Los envíos siguen frenados."
    >
      <p>Cuando otra persona lo apruebe queda bloqueada por Cumplimiento. No se le avisa nada.</p>
    </ReasonDialog>
  );
}

const BackLink = () => (
  <p className={css.more}>
    <Link to="/coincidencias" className={css.link}>
      Volver a Coincidencias
    </Link>
  </p>
);

function State({ match }: { match: WholeMatch }) {
  if (match.state === 'waiting')
    return (
      <Notice tone="late">
        Coincide por {whyText(match.reasons)}. Hasta que se decida, sus envíos esperan y no se le dice por
        qué.
        {match.asked_by && (
          <>
            {' '}
            {match.asked_by} pidió marcarla como la misma persona: espera aprobación. <RequestLink />
          </>
        )}
      </Notice>
    );
  const people = [match.decided_by, match.approved_by].filter(Boolean).join(' y ');
  return (
    <Notice tone={match.state === 'same' ? 'bad' : 'good'}>
      {MATCH_STATE_NAMES[match.state]}
      {people && `: ${people}, ${when(match.decided_at)}. ${reasonName(match.reason_code)}: ${match.reason}`}
    </Notice>
  );
}

function Sides({ match }: { match: WholeMatch }) {
  const { entry } = match;
  const has = (reason: WholeMatch['reasons'][number]) => match.reasons.includes(reason);
  return (
    <Table caption="El cliente y la entrada de la lista" columns={['Dato', 'Cliente', 'Lista']}>
      <Side
        name="Nombre"
        agrees={has('name')}
        own={
          <Link to={`/clientes/${match.customer}`} className={css.link}>
            {match.person || `Cliente ${match.customer}`}
          </Link>
        }
        listed={entry.names.map(({ text, weak }) => `${text}${weak ? ' (alias dudoso)' : ''}`).join(' · ')}
      />
      <Side
        name="Nacimiento"
        agrees={has('birth')}
        own={match.birthdate && day(match.birthdate)}
        listed={entry.births.map((birth) => (birth.length === 10 ? day(birth) : birth)).join(' · ')}
      />
      <Side
        name="Documento"
        agrees={has('document')}
        own={[match.document_number, match.legal_number].filter(Boolean).join(' · ')}
        listed={entry.documents.join(' · ')}
      />
      <Side name="País" own={countryName(match.country)} listed="" />
      <Side name="Lista" own="" listed={match.list} />
      <Side name="Préstamos" own={String(match.loans)} listed="" />
      <Side name="Programa" own="" listed={[entry.programme, entry.reference].filter(Boolean).join(' · ')} />
      <Side name="Comentarios" own="" listed={entry.comments} />
      <Side name="Desde" own={when(match.found_at)} listed={when(entry.loaded_at)} />
    </Table>
  );
}

interface SideProps {
  name: string;
  agrees?: boolean;
  own: ReactNode;
  listed: string;
}

function Side({ name, agrees = false, own, listed }: SideProps) {
  return (
    <tr>
      <th scope="row">
        {name} {agrees && <Tag tone="bad">Coincide</Tag>}
      </th>
      <td className={own ? undefined : css.nil}>{own || '—'}</td>
      <td className={listed ? undefined : css.nil}>{listed || '—'}</td>
    </tr>
  );
}
