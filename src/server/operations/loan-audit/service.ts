export { auditCountry } from './audit.ts';
export { contradictionsPage } from './list.ts';
export { waiverCommands } from './waive.ts';
