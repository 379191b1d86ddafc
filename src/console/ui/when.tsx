import { dated } from '../../ui/dated.tsx';
import { when } from '../../words/texts.ts';

/** A moment, whose day is never broken at its hyphens. */
export const When = ({ at }: { at: string }) => <time dateTime={at}>{dated(when(at))}</time>;
