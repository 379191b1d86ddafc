import { useState } from 'react';
import type { EditedRules } from '../../contract/staff/decision-rules.ts';
import { Notice } from '../../ui/tag.tsx';
import { RULES_REASON_NAMES, type RulesDraft, type RulesVersion } from '../../words/decision-rules.ts';
import { asSeen, call } from '../api.ts';
import css from '../ui/page.module.css';
import { DayDialog } from '../versioned-lists/dialogs.tsx';
import { DraftPage } from '../versioned-lists/draft-page.tsx';
import type { DraftContentProps, DraftDialogProps, ListKind } from '../versioned-lists/kind.ts';
import { VersionsPage } from '../versioned-lists/versions-page.tsx';
import { RulesEffect } from './effect.tsx';
import { RulesEditor } from './rules-editor.tsx';

interface RulesTypes {
  readonly row: RulesVersion;
  readonly draft: RulesDraft;
  readonly content: EditedRules;
  readonly code: keyof typeof RULES_REASON_NAMES;
}

const hasFaults = ({ findings }: RulesDraft) => findings.length > 0;

const decisionRules: ListKind<RulesTypes> = {
  path: '/reglas',
  draftPath: '/reglas-en-borrador',
  file: 'reglas',
  calls: {
    copy: 'POST /api/staff/decision-rules/{id}/copy',
    end: 'POST /api/staff/decision-rules/{id}/end',
    save: 'POST /api/staff/decision-drafts/{id}/save',
  },
  words: {
    title: 'Reglas de crédito',
    draftTitle: 'Borrador de reglas',
    one: 'Reglas',
    all: 'Versiones',
    copiedFrom: 'Copiadas de',
    allCaption: 'Versiones de las reglas, la más nueva primero',
    draftsCaption: 'Reglas que se preparan, las más nuevas primero',
    copyTitle: 'Copiar las reglas',
    copyText: 'Quedan como borrador: no deciden nada hasta que dos personas acuerden desde qué día.',
    copyLabel: 'Nombre de las reglas nuevas',
    endTitle: 'Terminar las reglas',
    endText: 'Desde ese día vuelven a decidir las anteriores. No se puede deshacer.',
    endLabel: 'Dejan de regir el',
  },
  reasons: RULES_REASON_NAMES,
  firstReason: 'risk',
  columns: [{ name: 'Alcanza', of: ({ share }) => (share === 100 ? 'Todas las personas' : `${share} %`) }],
  approver: (row) => row.approved_by || 'Vino con el programa',
  list: (query) => call('GET /api/staff/decision-rules', { query }),
  copy: (id, name) => call('POST /api/staff/decision-rules/{id}/copy', { params: { id }, body: { name } }),
  end: (row, body) => call('POST /api/staff/decision-rules/{id}/end', { ...asSeen(row), body }),
  draft: async (id) => (await call('GET /api/staff/decision-drafts/{id}', { params: { id } })).result,
  save: async (draft, rules) =>
    (await call('POST /api/staff/decision-drafts/{id}/save', { ...asSeen(draft), body: { rules } })).result,
  discard: (draft, body) => call('POST /api/staff/decision-drafts/{id}/discard', { ...asSeen(draft), body }),
  contentOf: ({ rules }) => rules,
  savedAs: (rules) => rules,
  hasFaults,
  Content,
  Activate,
};

export const RulesPage = () => <VersionsPage kind={decisionRules} />;
export const RulesDraftPage = ({ id }: { id: string }) => <DraftPage kind={decisionRules} id={id} />;

function Content({ draft, content, isChanged, onChange }: DraftContentProps<RulesDraft, EditedRules>) {
  return (
    <>
      {draft.findings
        .filter(({ rule }) => rule < 0)
        .map(({ text }) => (
          <Notice key={text} tone="bad">
            {text}
          </Notice>
        ))}
      {!hasFaults(draft) && !isChanged && <RulesEffect draft={draft} />}
      <RulesEditor rules={content} findings={isChanged ? [] : draft.findings} onChange={onChange} />
    </>
  );
}

function Activate({ draft, ...part }: DraftDialogProps<RulesDraft>) {
  const [share, setShare] = useState(100);
  return (
    <DayDialog
      {...part}
      title={`Poner en vigencia ${draft.name}`}
      names={RULES_REASON_NAMES}
      first="risk"
      text="Desde ese día deciden las solicitudes nuevas. Las que ya se decidieron o esperan no cambian."
      label="Rigen desde"
      write={(day, reason) =>
        call('POST /api/staff/decision-drafts/{id}/activate', {
          ...asSeen(draft),
          body: { valid_from: day, share, ...reason },
        })
      }
    >
      <label className={css.field}>
        <span>A quiénes alcanzan</span>
        <select value={share} onChange={(event) => setShare(Number(event.target.value))}>
          <option value={100}>A todas las personas</option>
          {[5, 10, 20, 50].map((percent) => (
            <option key={percent} value={percent}>
              A prueba: {percent} % de las personas, siempre las mismas
            </option>
          ))}
        </select>
      </label>
    </DayDialog>
  );
}
