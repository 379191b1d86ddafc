export { leadByHash, type StoredLead } from './queries.ts';
