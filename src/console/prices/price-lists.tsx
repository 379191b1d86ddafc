import { useState } from 'react';
import { formatPercentExact } from '../../domain/rate.ts';
import { Notice } from '../../ui/tag.tsx';
import { PRICE_REASON_NAMES } from '../../words/configuration-names.ts';
import { CEILING_NAMES, rateName, type Finding, type List, type WholeDraft } from '../../words/prices.ts';
import { asSeen, call } from '../api.ts';
import css from '../ui/page.module.css';
import { When } from '../ui/when.tsx';
import { DayDialog } from '../versioned-lists/dialogs.tsx';
import { DraftPage } from '../versioned-lists/draft-page.tsx';
import type { DraftContentProps, DraftDialogProps, ListKind } from '../versioned-lists/kind.ts';
import { VersionsPage } from '../versioned-lists/versions-page.tsx';
import { CeilingReadings, CeilingWarning } from './ceiling-readings.tsx';
import { cellsOf, percentOf, tableOfCells, type Cells } from './cells.ts';
import { Editor } from './editor.tsx';
import { SamplePlans } from './samples.tsx';

interface PriceTypes {
  readonly row: List;
  readonly draft: WholeDraft;
  readonly content: Cells;
  readonly code: keyof typeof PRICE_REASON_NAMES;
}

/** Rates without membership and with it, of the kind that the list is priced by. */
function ratesText({ basis, rate_no_membership: without, rate_membership: membership }: List) {
  return (
    <span className={css.whole}>
      {percentOf(without)}% / {percentOf(membership)}%
      <span className={css.minor}>{rateName(basis).replace(', %', '')}</span>
    </span>
  );
}

const hasFaults = ({ findings }: WholeDraft) => findings.some(({ kind }) => kind === 'fault');

export const priceLists: ListKind<PriceTypes> = {
  path: '/precios',
  draftPath: '/borradores',
  file: 'precios',
  calls: {
    copy: 'POST /api/staff/price-lists/{id}/copy',
    end: 'POST /api/staff/price-lists/{id}/end',
    save: 'POST /api/staff/price-drafts/{id}/save',
  },
  words: {
    title: 'Precios',
    draftTitle: 'Borrador',
    one: 'Lista',
    all: 'Listas',
    copiedFrom: 'Copiada de',
    allCaption: 'Listas de precios, la más nueva primero',
    draftsCaption: 'Listas que se preparan, la más nueva primero',
    copyTitle: 'Copiar la lista',
    copyText:
      'Queda como borrador: nadie recibe esos precios hasta que dos personas decidan desde qué día rige.',
    copyLabel: 'Nombre de la lista nueva',
    copyHint: 'Minúsculas, números, puntos y guiones. Queda en los contratos.',
    endTitle: 'Terminar la lista',
    endText:
      'Desde ese día vuelve a regir la lista anterior. Las ofertas y los préstamos hechos con ésta no cambian. Una lista terminada no se reabre: se copia.',
    endLabel: 'Primer día sin esta lista',
  },
  reasons: PRICE_REASON_NAMES,
  firstReason: 'market',
  columns: [{ name: 'Tasa sin / con membresía', of: ratesText }],
  approver: (row) => (
    <>
      {row.changed_by || 'Vino con el programa'}
      {row.changed_by !== '' && (
        <span className={css.minor}>
          <When at={row.created_at} />
        </span>
      )}
    </>
  ),
  list: (query) => call('GET /api/staff/price-lists', { query }),
  copy: (id, name) => call('POST /api/staff/price-lists/{id}/copy', { params: { id }, body: { name } }),
  end: (row, body) => call('POST /api/staff/price-lists/{id}/end', { ...asSeen(row), body }),
  draft: async (id) => (await call('GET /api/staff/price-drafts/{id}', { params: { id } })).result,
  save: async (draft, cells) => {
    const body = { table: tableOfCells(cells) };
    return (await call('POST /api/staff/price-drafts/{id}/save', { ...asSeen(draft), body })).result;
  },
  discard: (draft, body) => call('POST /api/staff/price-drafts/{id}/discard', { ...asSeen(draft), body }),
  contentOf: ({ table }) => cellsOf(table),
  savedAs: tableOfCells,
  hasFaults,
  Content,
  Activate,
};

export const PricesPage = () => <VersionsPage kind={priceLists} />;
export const PriceDraftPage = ({ id }: { id: string }) => <DraftPage kind={priceLists} id={id} />;

function Content({ draft, content, isChanged, onChange }: DraftContentProps<WholeDraft, Cells>) {
  return (
    <>
      {!isChanged && <Findings findings={draft.findings} />}
      <Editor
        cells={content}
        onChange={onChange}
        findings={isChanged ? [] : draft.findings}
        basis={draft.basis}
        currency={draft.currency}
        ceiling={draft.ceiling}
        readings={isChanged ? null : draft.readings}
      />
      {!hasFaults(draft) && !isChanged && <SamplePlans draft={draft} />}
    </>
  );
}

function Findings({ findings }: { findings: readonly Finding[] }) {
  const of = (kind: Finding['kind']) => [
    ...new Set(findings.filter((each) => each.kind === kind).map((f) => f.text)),
  ];
  const [faults, holes] = [of('fault'), of('hole')];
  return (
    <div className={css.said} role="status">
      {faults.length === 0 && holes.length === 0 && (
        <Notice tone="good">La lista no tiene errores ni huecos.</Notice>
      )}
      {faults.length > 0 && (
        <Notice tone="bad" title="Para corregir">
          <ul>
            {faults.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Notice>
      )}
      {holes.length > 0 && (
        <Notice tone="late" title="Para mirar antes de aprobar">
          <ul>
            {holes.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
}

type Counts = keyof typeof CEILING_NAMES;

function Activate({ draft, ...part }: DraftDialogProps<WholeDraft>) {
  const [counts, setCounts] = useState<Counts>();
  return (
    <DayDialog
      {...part}
      title={`Poner en vigencia ${draft.name}`}
      names={PRICE_REASON_NAMES}
      first="market"
      text="Desde ese día las ofertas nuevas salen con esta lista. Quien ya tiene una oferta conserva la suya hasta que vence."
      label="Rige desde"
      write={(day, reason) =>
        call('POST /api/staff/price-drafts/{id}/activate', {
          ...asSeen(draft),
          body: { valid_from: day, ...(counts && { ceiling_counts: counts }), ...reason },
        })
      }
    >
      {draft.ceiling !== '' && <CountsField draft={draft} value={counts} onChange={setCounts} />}
    </DayDialog>
  );
}

interface CountsFieldProps {
  draft: WholeDraft;
  value: Counts | undefined;
  onChange: (counts: Counts) => void;
}

/** Choice of the ceiling's base, with both readings visible and none preselected. */
function CountsField({ draft: { ceiling, readings }, value, onChange }: CountsFieldProps) {
  return (
    <fieldset className={css.set}>
      <legend>Qué se compara con el tope legal de {formatPercentExact(ceiling)}</legend>
      <CeilingWarning ceiling={ceiling} readings={readings} />
      <CeilingReadings ceiling={ceiling} readings={readings} />
      <div className={css.choices}>
        {(['interest', 'all-charges'] as const).map((counts) => (
          <label key={counts}>
            <input
              type="radio"
              name="ceiling_counts"
              required
              checked={value === counts}
              onChange={() => onChange(counts)}
            />
            {CEILING_NAMES[counts]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
