import type { ListedPlace } from '../integrations/places/port.ts';

export interface KnownLocality {
  readonly id: number;
  readonly provinceId: number;
  readonly name: string;
  readonly code: string;
  readonly hasVanished: boolean;
}

/** Localities of a register, by id of our province. */
export type Listed = ReadonlyMap<number, readonly ListedPlace[]>;

export interface LocalityChanges {
  readonly added: readonly { readonly provinceId: number; readonly name: string; readonly code: string }[];
  readonly renamed: readonly (KnownLocality & { readonly from: string })[];
  /** Localities that had disappeared from the register and are back. */
  readonly returned: readonly KnownLocality[];
  readonly vanished: readonly KnownLocality[];
}

/** Name normalised for comparison, because people see only names and could not distinguish two spellings. */
export function plainName(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/**
 * Compares the known localities of the listed provinces with the register. A locality is matched by its code,
 * otherwise by its name within the province; of several with one name the first is used.
 */
export function localityChanges(known: readonly KnownLocality[], listed: Listed): LocalityChanges {
  const changes = Array.from(listed, ([provinceId, places]) =>
    changesOf(
      provinceId,
      known.filter((each) => each.provinceId === provinceId),
      places,
    ),
  );
  return {
    added: changes.flatMap(({ added }) => added),
    renamed: changes.flatMap(({ renamed }) => renamed),
    returned: changes.flatMap(({ returned }) => returned),
    vanished: changes.flatMap(({ vanished }) => vanished),
  };
}

function changesOf(
  provinceId: number,
  known: readonly KnownLocality[],
  places: readonly ListedPlace[],
): LocalityChanges {
  const byCode = new Map(known.map((each) => [each.code, each]));
  const codes = new Set(places.map(({ code }) => code));
  // A locality that is still registered under its code is never matched by name.
  const byName = new Map(
    known.filter(({ code }) => !codes.has(code)).map((each) => [plainName(each.name), each]),
  );
  const taken = new Set(known.filter(({ code }) => codes.has(code)).map(({ name }) => plainName(name)));
  const seen = new Set<number>();
  const added: { provinceId: number; name: string; code: string }[] = [];
  const renamed: (KnownLocality & { from: string })[] = [];
  for (const { code, name } of places) {
    const same = byCode.get(code) ?? byName.get(plainName(name));
    if (same) {
      seen.add(same.id);
      // Accents and capitals do not count as a rename, because the register changes them back and forth.
      const isOther = plainName(same.name) !== plainName(name);
      if (isOther && !taken.has(plainName(name))) {
        taken.add(plainName(name));
        renamed.push({ ...same, name, from: same.name });
      }
    } else if (!taken.has(plainName(name))) {
      taken.add(plainName(name));
      added.push({ provinceId, name, code });
    }
  }
  const returned = known.filter(({ id, hasVanished }) => hasVanished && seen.has(id));
  const vanished = known.filter(({ id, hasVanished }) => !hasVanished && !seen.has(id));
  return { added, renamed, returned, vanished };
}
