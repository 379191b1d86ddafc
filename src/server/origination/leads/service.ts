export { personalData } from './personal-data.ts';
export { leadByHash, leadById, type StoredLead } from './queries.ts';
