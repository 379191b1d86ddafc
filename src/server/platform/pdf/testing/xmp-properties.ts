const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&amp;': '&',
};

/** True if all tags are balanced and the text has no other markup characters. */
export function isWellFormed(xml: string): boolean {
  const open: string[] = [];
  let rest = xml.replaceAll(/<\?xpacket [^<>]*\?>/g, '');
  rest = rest.replaceAll(
    /<(\/?)([A-Za-z][\w:]*)((?:\s+[\w:]+="[^"<]*")*)\s*(\/?)>/g,
    (_all, end, name: string, _attributes, empty) => {
      if (end === '/') return open.pop() === name ? '' : '<';
      if (empty === '') open.push(name);
      return '';
    },
  );
  return open.length === 0 && !/[<>]|&(?!(?:lt|gt|quot|apos|amp);)/.test(rest);
}

/** First text of a property, in any list; undefined if missing. */
export function xmpProperty(xml: string, name: string): string | undefined {
  const [, inner] = new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(xml) ?? [];
  return inner
    ?.replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:lt|gt|quot|apos|amp);/g, (entity) => ENTITIES[entity]!)
    .trim();
}
