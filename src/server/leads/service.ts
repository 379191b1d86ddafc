export { eraseLead } from './erasure.ts';
export { leadByHash, type StoredLead } from './queries.ts';
