export { aboutCustomer, unchangedCustomer } from './access.ts';
export { customerRow } from './queries.ts';
