import type { CalendarDate } from './calendar-date.ts';

/** Years that a list gives for a birth, and the date where it is exact. */
export interface ListedBirth {
  readonly from: number;
  readonly to: number;
  readonly date?: CalendarDate;
}

export interface ListedName {
  readonly text: string;
  /** An alias that the list itself calls of low quality. */
  readonly isWeak: boolean;
}

/** Person or entity of a list, as far as it decides a match. */
export interface Listed {
  readonly kind: 'person' | 'entity';
  readonly names: readonly ListedName[];
  readonly births: readonly ListedBirth[];
  /** Document numbers as listed, in any form. */
  readonly documents: readonly string[];
}

/** Customer, as far as it decides a match. */
export interface Screened {
  readonly name: string;
  readonly birthdate: CalendarDate | undefined;
  readonly documents: readonly string[];
}

export const MATCH_REASONS = ['document', 'name', 'birth'] as const;
export type MatchReason = (typeof MATCH_REASONS)[number];

export interface ListMatch {
  readonly reasons: readonly MatchReason[];
  /** The listed name that fits; '' for a match by document alone. */
  readonly name: string;
}

/** Words that are left out of names, or written together with the next, at will. */
const PARTICLES = new Set(
  'de del la las los lo el y e da das do dos di van von der al bin ibn ben bint abu ould'.split(' '),
);

/** Latin letters that are no letter with an accent; left as they are, they would cut a name in two. */
const WHOLE_LETTERS = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ð: 'd',
} as const;

/** Spellings of one sound, applied in this order. */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/ph/g, 'f'],
  [/kh/g, 'j'],
  [/(?:sch|sh|ch|zh|tz|ts)/g, 's'],
  [/ck|qu(?=[ei])|q|c(?![ei])/g, 'k'],
  [/c|z|x/g, 's'],
  [/g(?=[ei])/g, 'j'],
  [/ou|oo|w/g, 'u'],
  [/ee|y/g, 'i'],
  [/v/g, 'b'],
  [/h/g, ''],
  [/(.)\1+/g, '$1'],
];

/** Part of a word's letters that may differ between two spellings of it. */
export const SPELLING_THRESHOLD = 1 / 3;
/** Least words of a name; shorter names never match. */
export const LEAST_WORDS = 2;
/** Tolerance of a listed birth, years. */
const BIRTH_YEARS = 1;

/** Word of a name in its plain spelling. */
export interface NameWord {
  readonly spelling: string;
  /** First sound and consonants, which spellings of one name share. */
  readonly key: string;
}

/** Words of a name without accents, particles and single letters; none of a name in another script. */
export function nameWords(name: string): readonly NameWord[] {
  return name
    .normalize('NFD')
    .replace(/[\p{M}'’`ʿʾ]/gu, '')
    .toLowerCase()
    .replace(/[ßøłđıæœþð]/g, (letter) => WHOLE_LETTERS[letter as keyof typeof WHOLE_LETTERS])
    .split(/[^a-z]+/)
    .filter((word) => word.length > 1 && !PARTICLES.has(word))
    .map((word) => {
      const spelling = SOUNDS.reduce((text, [sound, letter]) => text.replace(sound, letter), word);
      const first = spelling.slice(0, 1).replace(/[aeiou]/, 'a');
      return { spelling, key: first + spelling.slice(1).replace(/[aeiou]/g, '') };
    })
    .filter(({ spelling }) => spelling !== '');
}

/** Digits and letters of a document number; '' for one too short to mean a person. */
export function plainDocument(number: string): string {
  const plain = number.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const digits = plain.replace(/^(?:DNI|CUIT|CUIL|CI|LE|LC|NO|N)(?=\d)/, '');
  return digits.length < 6 ? '' : digits;
}

/** Plain document numbers; of a CUIT or CUIL also the number within. */
export function plainDocuments(numbers: readonly string[]): readonly string[] {
  const all = numbers.flatMap((number) => {
    const plain = plainDocument(number);
    const within = /^2[03467](\d{8})\d$/.exec(plain)?.[1];
    return within === undefined ? [plain] : [plain, String(Number(within))];
  });
  return [...new Set(all)].filter((each) => each !== '');
}

interface PlainName {
  readonly text: string;
  readonly isWeak: boolean;
  readonly words: readonly NameWord[];
}

interface PlainEntry {
  readonly births: readonly ListedBirth[];
  readonly names: readonly PlainName[];
  readonly documents: readonly string[];
}

const plainEntry = ({ kind, names, births, documents }: Listed): PlainEntry => ({
  births,
  // Entities are matched by number only.
  names: kind === 'entity' ? [] : names.map((name) => ({ ...name, words: nameWords(name.text) })),
  documents: plainDocuments(documents),
});

interface PlainPerson {
  readonly words: readonly NameWord[];
  readonly birthdate: CalendarDate | undefined;
  readonly documents: readonly string[];
}

const plainPerson = ({ name, birthdate, documents }: Screened): PlainPerson => ({
  words: nameWords(name),
  birthdate,
  documents: plainDocuments(documents),
});

/**
 * Possible match of a customer with an entry of a list (docs/product/screening.md#possible-match); undefined if
 * there is none.
 */
export function listMatch(listed: Listed, person: Screened): ListMatch | undefined {
  return matchOf(plainEntry(listed), plainPerson(person));
}

function matchOf(listed: PlainEntry, person: PlainPerson): ListMatch | undefined {
  const isSameDocument = listed.documents.some((each) => person.documents.includes(each));
  const birth = birthOf(listed.births, person.birthdate);
  const name =
    birth === 'other'
      ? undefined
      : listed.names.find(
          ({ words, isWeak }) => (!isWeak || birth === 'same') && isSameName(words, person.words),
        );
  if (!isSameDocument && !name) return undefined;
  return {
    reasons: [
      ...(isSameDocument ? (['document'] as const) : []),
      ...(name ? (['name'] as const) : []),
      ...(birth === 'same' ? (['birth'] as const) : []),
    ],
    name: name?.text ?? '',
  };
}

function birthOf(
  births: readonly ListedBirth[],
  own: CalendarDate | undefined,
): 'same' | 'other' | 'unknown' {
  if (births.length === 0 || own === undefined) return 'unknown';
  const year = Number(own.slice(0, 4));
  const isNear = births.some(({ from, to }) => from - BIRTH_YEARS <= year && year <= to + BIRTH_YEARS);
  return isNear ? 'same' : 'other';
}

/** Checks whether each word of the shorter name is a spelling of a word of the longer, in any order. */
function isSameName(a: readonly NameWord[], b: readonly NameWord[]): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length < LEAST_WORDS) return false;
  const free = new Set(long);
  return short.every((word) => {
    const same = [...free].find((each) => isSameWord(each, word));
    return same !== undefined && free.delete(same);
  });
}

function isSameWord(a: NameWord, b: NameWord): boolean {
  if (a.key !== b.key) return false;
  const most = Math.floor(Math.max(a.spelling.length, b.spelling.length) * SPELLING_THRESHOLD);
  return editDistance(a.spelling, b.spelling) <= most;
}

/** Letters to add, drop or replace to get from one word to another. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of a.split('').entries()) {
    const next = [i + 1];
    for (const [j, other] of b.split('').entries()) {
      const [above = 0, before = 0, left = 0] = [row[j + 1], row[j], next[j]];
      next.push(Math.min(above + 1, left + 1, before + (letter === other ? 0 : 1)));
    }
    row = next;
  }
  return row.reduce((_, last) => last, 0);
}

/** Pairs of word keys of a name; two names that match share one. */
export const keyPairs = (name: string): readonly (readonly [string, string])[] => pairsOf(nameWords(name));

function pairsOf(words: readonly NameWord[]): readonly (readonly [string, string])[] {
  const keys = words.map(({ key }) => key).toSorted();
  return keys.flatMap((first, index) => keys.slice(index + 1).map((second) => [first, second] as const));
}

/** Index of entries by features shared with matching customers, so a customer is compared with only a few. */
export interface ListIndex<T extends Listed> {
  matches(person: Screened): readonly { readonly entry: T; readonly match: ListMatch }[];
}

export function listIndex<T extends Listed>(entries: readonly T[]): ListIndex<T> {
  type Indexed = PlainEntry & { readonly entry: T };
  const byPair = new Map<string, Indexed[]>();
  const byDocument = new Map<string, Indexed[]>();
  const add = (to: Map<string, Indexed[]>, key: string, one: Indexed) =>
    void to.set(key, [...(to.get(key) ?? []), one]);
  for (const entry of entries) {
    const one = { ...plainEntry(entry), entry };
    for (const document of one.documents) add(byDocument, document, one);
    for (const { words } of one.names) for (const pair of pairsOf(words)) add(byPair, pair.join(' '), one);
  }
  return {
    matches(given) {
      const person = plainPerson(given);
      const near = new Set([
        ...pairsOf(person.words).flatMap((pair) => byPair.get(pair.join(' ')) ?? []),
        ...person.documents.flatMap((document) => byDocument.get(document) ?? []),
      ]);
      return [...near].flatMap((plain) => {
        const match = matchOf(plain, person);
        return match ? [{ entry: plain.entry, match }] : [];
      });
    },
  };
}
