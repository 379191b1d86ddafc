export { invoiceDays } from './jobs.ts';
export { invoiceRows, invoiceWork } from './issue.ts';
export { personalData } from './personal-data.ts';
