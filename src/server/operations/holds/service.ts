export { placeHold } from './place.ts';
