import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { calendarDate, formatDate } from '../../domain/calendar-date.ts';
import { Button } from '../../ui/button.tsx';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { Tag } from '../../ui/tag.tsx';
import { call } from '../api.ts';
import { go } from '../place.ts';
import { allows, useMe } from '../session.ts';
import type { StaffKey } from '../../contract/contract.ts';
import { countryName, when } from '../../words/texts.ts';
import { Link } from '../ui/link.tsx';
import { ReadTrouble } from '../ui/list-parts.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { cellsOf } from './cells.ts';
import { priceLists } from './price-lists.tsx';
import { CopyDialog } from '../versioned-lists/dialogs.tsx';
import { CeilingWarning } from './ceiling-readings.tsx';
import { Editor } from './editor.tsx';
import own from './prices.module.css';
import { VERSION_STATE_NAMES, VERSION_TONES } from '../../words/versioned-lists.ts';
import { Day } from '../ui/when.tsx';

const activation: StaffKey = 'POST /api/staff/price-drafts/{id}/activate';

/** A price list as it was activated: it never changes. */
export function ListPage({ id }: { id: string }) {
  const me = useMe();
  const [isCopying, setCopying] = useState(false);
  const list = useQuery({
    queryKey: ['price-list', id],
    queryFn: async () => (await call('GET /api/staff/price-lists/{id}', { params: { id } })).result,
  });
  const { data } = list;
  return (
    <>
      <PageHead title={data ? `Lista ${data.name}` : 'Lista'}>
        {data && allows(me, 'POST /api/staff/price-lists/{id}/copy') && (
          <Button small onClick={() => setCopying(true)}>
            Copiar
          </Button>
        )}
      </PageHead>
      <ReadTrouble read={list} />
      {list.isPending && <SkeletonGroup shapes={['line', 'line', 'line']} />}
      {data && (
        <>
          <p className={own.bar}>
            <Tag tone={VERSION_TONES[data.state]}>{VERSION_STATE_NAMES[data.state]}</Tag>
            <span>
              {countryName(data.country)}, desde el <Day iso={data.valid_from} />
              {data.ends_on && ` y antes del ${formatDate(calendarDate(data.ends_on))}`}.{' '}
              {data.changed_by === ''
                ? 'Vino con el programa.'
                : `La aprobó ${data.changed_by} el ${when(data.created_at)}.`}
            </span>
            {data.changed_by !== '' && allows(me, 'GET /api/staff/audit') && (
              <Link to={`/registro?accion=${encodeURIComponent(activation)}&pais=${data.country}`}>
                Quién la pidió y por qué
              </Link>
            )}
          </p>
          {data.ceiling !== '' && (
            <div className={own.about}>
              <CeilingWarning ceiling={data.ceiling} readings={data.readings} />
            </div>
          )}
          <p className={own.about}>Una lista no se edita: se copia.</p>
          <Editor
            cells={cellsOf(data.table)}
            basis={data.basis}
            currency={data.currency}
            ceiling={data.ceiling}
            readings={data.readings}
          />
        </>
      )}
      <p>
        <Link to="/precios">Volver a Precios</Link>
      </p>
      {isCopying && data && (
        <CopyDialog
          kind={priceLists}
          row={data}
          onClose={() => setCopying(false)}
          onCopied={(draft) => go(`/borradores/${draft}`)}
        />
      )}
    </>
  );
}
