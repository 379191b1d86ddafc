import type { ComponentType, ReactNode } from 'react';
import type { DraftLine, VersionLine } from '../../words/versioned-lists.ts';
import type { ReasonBody } from '../ui/reason-fields.tsx';

/** Rows, drafts, edited content and reasons of a kind. */
export interface Types {
  readonly row: VersionLine;
  readonly draft: DraftLine;
  readonly content: unknown;
  readonly code: string;
}

export interface DraftDialogProps<Draft> {
  draft: Draft;
  onClose: () => void;
  onDone: (message: string) => void;
}

export interface DraftContentProps<Draft, Content> {
  draft: Draft;
  content: Content;
  /** True if it differs from the saved content, which the draft's findings are about. */
  isChanged: boolean;
  /** Undefined for people who may only read. */
  onChange: ((content: Content) => void) | undefined;
}

/** Kind of versioned list: its pages, calls and words. */
export interface ListKind<T extends Types> {
  readonly path: '/precios' | '/reglas';
  readonly draftPath: '/borradores' | '/reglas-en-borrador';
  readonly file: 'precios' | 'reglas';
  /** Calls that a person may lack the permission for. */
  readonly calls: {
    readonly copy: 'POST /api/staff/price-lists/{id}/copy' | 'POST /api/staff/decision-rules/{id}/copy';
    readonly end: 'POST /api/staff/price-lists/{id}/end' | 'POST /api/staff/decision-rules/{id}/end';
    readonly save: 'POST /api/staff/price-drafts/{id}/save' | 'POST /api/staff/decision-drafts/{id}/save';
  };
  readonly words: {
    /** Title of the page with all versions. */
    readonly title: string;
    readonly draftTitle: string;
    /** Head of the column with a version's name. */
    readonly one: string;
    readonly all: string;
    readonly copiedFrom: string;
    readonly allCaption: string;
    readonly draftsCaption: string;
    readonly copyTitle: string;
    readonly copyText: string;
    readonly copyLabel: string;
    readonly copyHint?: string;
    readonly endTitle: string;
    readonly endText: string;
    readonly endLabel: string;
  };
  readonly reasons: Readonly<Record<T['code'], string>>;
  readonly firstReason: T['code'];
  /** Columns between the dates and the approver. */
  readonly columns: readonly { readonly name: string; readonly of: (row: T['row']) => ReactNode }[];
  readonly approver: (row: T['row']) => ReactNode;
  readonly list: (query: { country?: VersionLine['country']; before?: string }) => Promise<{
    readonly result: readonly T['row'][];
    readonly drafts: readonly DraftLine[];
    readonly next: string;
  }>;
  readonly copy: (id: string, name: string) => Promise<{ readonly result: { readonly id: string } }>;
  readonly end: (row: T['row'], body: ReasonBody<T['code']> & { ends_on: string }) => Promise<unknown>;
  readonly draft: (id: string) => Promise<T['draft']>;
  readonly save: (draft: T['draft'], content: T['content']) => Promise<T['draft']>;
  readonly discard: (
    draft: DraftLine,
    body: { readonly reason: string },
  ) => Promise<{ readonly messages: readonly string[] }>;
  readonly contentOf: (draft: T['draft']) => T['content'];
  /** Content as it is saved, to compare it with the draft's. */
  readonly savedAs: (content: T['content']) => unknown;
  readonly hasFaults: (draft: T['draft']) => boolean;
  readonly Content: ComponentType<DraftContentProps<T['draft'], T['content']>>;
  readonly Activate: ComponentType<DraftDialogProps<T['draft']>>;
}
