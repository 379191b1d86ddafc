import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { readMembershipChoice, readProposal } from './proposal.ts';
import { drawLoggedIn, session } from './session.ts';
import { bringSettings, type Settings } from './settings.ts';

/** Response to a page's first request, embedded in the page (decision 0079). */
export interface KnownAnswer {
  readonly queryKey: QueryKey;
  readonly data: unknown;
}

/** Embedded data: the response, and the settings it was rendered with. */
export interface Brought {
  readonly known: readonly KnownAnswer[];
  readonly settings: Settings | undefined;
}

/**
 * Data block with the first response: written by src/server/platform/http/first-answer.ts, and by boot.ts for a
 * session, with the token it was rendered for.
 */
const blockId = 'first-answer';
/** Long enough for the page to begin; then it is as old as any other answer. */
const freshMs = 5_000;

let broughtAt = -1;

const blockOfPage = (): (HTMLElement & { token?: string }) | null => document.getElementById(blockId);

/** True if the page was rendered for this session, or without one for a visitor. */
const isOfThisSession = () => session.token() === (blockOfPage()?.token ?? null);

/** True if the page was rendered without the data of the session that is here: it waits for nothing to be replaced. */
export const isPlaceholder = (): boolean => session.token() !== null && blockOfPage() === null;

/**
 * True if the page may be hydrated as it is: rendered for this session, and independent of choices stored on this
 * device. A private page is a placeholder until it is rendered.
 */
export function isDrawnForThisVisitor(): boolean {
  if (!isOfThisSession()) return false;
  return blockOfPage() === null || (readProposal() === null && readMembershipChoice() === null);
}

/** Fills the query cache with fresh data: neither rendering nor hydrating shows a loading state. */
export function giveKnown(client: QueryClient, known: readonly KnownAnswer[]): void {
  broughtAt = Date.now();
  for (const { queryKey, data } of known) client.setQueryData(queryKey, data, { updatedAt: broughtAt });
}

/** Gives the queries the answer that the page brought, once. Of another session than the one that is here it is of no use. */
export function bringFirstAnswer(client: QueryClient): void {
  const block = typeof document === 'undefined' ? null : blockOfPage();
  if (!block || !isOfThisSession() || broughtAt !== -1) return;
  drawLoggedIn(session.token() !== null);
  const { known, settings } = JSON.parse(block.textContent) as Brought;
  if (settings) bringSettings(settings);
  giveKnown(client, known);
}

/** `staleTime` of queries refetched on every visit, except right after the page embedded their data. */
export const unlessBrought = ({ state }: { state: { dataUpdatedAt: number } }): number =>
  state.dataUpdatedAt === broughtAt ? freshMs : 0;
