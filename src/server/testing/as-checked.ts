/** Lets a test write by hand what only the parser of its kind makes; what parsers take has tests of its own. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller says which kind it is.
export function asChecked<Kind extends string>(text: string): Kind {
  return text as Kind;
}
