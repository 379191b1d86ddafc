export { aboutCustomer, openCustomer, readableCustomer, recordView, unchangedCustomer } from './access.ts';
export { customerRow } from './queries.ts';
export { paymentsOf } from './queries.ts';
