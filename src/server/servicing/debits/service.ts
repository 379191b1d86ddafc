export { debitProspect, debitsOfLoans, type DebitProspect } from './ahead.ts';
export { announcementsName } from './announce.ts';
export { debitCharges } from './charge.ts';
export { personalData } from './personal-data.ts';
