import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { readMembershipChoice, readProposal } from './proposal.ts';
import { drawLoggedIn, session } from './session.ts';
import { bringSettings, type Settings } from './settings.ts';

/** What a page's first question was answered with, as the page itself brings it (decision 0079). */
export interface KnownAnswer {
  readonly queryKey: QueryKey;
  readonly data: unknown;
}

/** What a page brings: the answer, and the settings that it was drawn with. */
export interface Brought {
  readonly known: readonly KnownAnswer[];
  readonly settings: Settings | undefined;
}

/**
 * The data block of a page that brings its first answer: src/server/platform/http/first-answer.ts writes it, and boot.ts
 * for who is logged in, with the token that it was drawn for.
 */
const blockId = 'first-answer';
/** Long enough for the page to begin; then it is as old as any other answer. */
const freshMs = 5_000;

let broughtAt = -1;

const blockOfPage = (): (HTMLElement & { token?: string }) | null => document.getElementById(blockId);

/** Whether the page was drawn for this session, or without one for nobody's. */
const isOfThisSession = () => session.token() === (blockOfPage()?.token ?? null);

/**
 * Whether what stands in the page may be taken over as it is: it was drawn for this session, and without a choice that
 * this device keeps. Of a private page there is only a picture until it is drawn.
 */
export function isDrawnForThisVisitor(): boolean {
  if (!isOfThisSession()) return false;
  return blockOfPage() === null || (readProposal() === null && readMembershipChoice() === null);
}

/** Gives the queries what is known, as fresh: neither the drawing nor the taking over shows that it is asked for. */
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

/** `staleTime` of what is asked for anew whenever it is shown: not at once what the page has just brought. */
export const unlessBrought = ({ state }: { state: { dataUpdatedAt: number } }): number =>
  state.dataUpdatedAt === broughtAt ? freshMs : 0;
