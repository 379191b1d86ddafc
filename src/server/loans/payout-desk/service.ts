export { payoutsOfCustomer } from './list.ts';
