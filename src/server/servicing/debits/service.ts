export { debitCharges } from './charge.ts';
export { personalData } from './personal-data.ts';
