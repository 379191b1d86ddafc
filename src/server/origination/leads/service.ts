export { createLead, decideLead } from './create-lead.ts';
export { personalData } from './personal-data.ts';
export { leadByHash, leadById, type StoredLead } from './queries.ts';
export { checkSignUp } from './sign-up.ts';
