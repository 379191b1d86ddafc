export { personalData } from './personal-data.ts';
