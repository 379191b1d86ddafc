export { ownFacts, withBureau, type Person } from './facts.ts';
export {
  changeDraft,
  draftAnswer,
  draftRow,
  hasChallenger,
  insertDraft,
  insertEnd,
  insertVersion,
  isNameTaken,
  laterEnds,
  lockDraft,
  lockRules,
  openDrafts,
  stateOf,
  versionAnswer,
  versionNumber,
  versionPage,
  versionRow,
  type DraftRow,
  type VersionRow,
} from './rows.ts';
export { rulesById, rulesFor, rulesInForce, type StoredRules } from './versions.ts';
