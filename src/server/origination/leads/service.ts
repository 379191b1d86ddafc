export { personalData } from './personal-data.ts';
export { leadByHash, type StoredLead } from './queries.ts';
