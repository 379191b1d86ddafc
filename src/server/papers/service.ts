export { storePaper, type StoredPaper } from './stored-paper.ts';
export { typeset, type Typesetter } from './typesetter.ts';
