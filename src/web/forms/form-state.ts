/** Values of a form mirror the screen: text as typed, checkboxes as 'true' or ''. */
export type Values = Readonly<Record<string, string>>;

/** The message for a wrong value, or nothing when it is fine. */
export type Rule<V extends Values> = (value: string, values: V) => string | undefined;
export type Rules<V extends Values> = { readonly [Name in keyof V]?: Rule<V> };

/** Everything a form knows; the screen is drawn from it. */
export interface FormState<V extends Values> {
  readonly values: V;
  /** Fields the person has left: only these, or all after a submit, show their errors. */
  readonly left: ReadonlySet<keyof V>;
  /** Server messages by field; each lasts until its field is edited or the form is sent again. */
  readonly refused: { readonly [Name in keyof V]?: string };
  /** Number of submits; the screen focuses the first wrong field when it grows. */
  readonly submits: number;
  readonly busy: boolean;
}

export type FormEvent<V extends Values> =
  | { readonly type: 'typed'; readonly name: keyof V; readonly value: string }
  | { readonly type: 'filled'; readonly values: Partial<V> }
  | { readonly type: 'left'; readonly name: keyof V }
  | { readonly type: 'submitted' }
  | { readonly type: 'sending' }
  | { readonly type: 'sent' }
  | { readonly type: 'refused'; readonly fields: { readonly [Name in keyof V]?: string } };

export function initialState<V extends Values>(values: V): FormState<V> {
  return { values, left: new Set(), refused: {}, submits: 0, busy: false };
}

/** The next state of a form. */
export function nextState<V extends Values>(state: FormState<V>, event: FormEvent<V>): FormState<V> {
  switch (event.type) {
    case 'typed':
      return {
        ...state,
        values: { ...state.values, [event.name]: event.value },
        refused: { ...state.refused, [event.name]: undefined },
      };
    case 'filled':
      return { ...state, values: { ...state.values, ...event.values } };
    case 'left':
      return state.left.has(event.name) ? state : { ...state, left: new Set([...state.left, event.name]) };
    case 'submitted':
      return { ...state, submits: state.submits + 1 };
    case 'sending':
      return { ...state, busy: true, refused: {} };
    case 'sent':
      return { ...state, busy: false };
    case 'refused':
      return { ...state, busy: false, refused: event.fields, submits: state.submits + 1 };
  }
}

/** All wrong fields with their messages, whether shown or not. */
export function errorsOf<V extends Values>(
  state: FormState<V>,
  rules: Rules<V>,
): Partial<Record<keyof V, string>> {
  const errors: Partial<Record<keyof V, string>> = {};
  for (const name of Object.keys(state.values) as (keyof V)[]) {
    const error = state.refused[name] ?? rules[name]?.(state.values[name] ?? '', state.values);
    if (error) errors[name] = error;
  }
  return errors;
}

/** The message a field shows: never before the person has left it or sent the form. */
export function shownError<V extends Values>(
  state: FormState<V>,
  rules: Rules<V>,
  name: keyof V,
): string | undefined {
  if (state.refused[name]) return state.refused[name];
  if (state.submits === 0 && !state.left.has(name)) return undefined;
  return rules[name]?.(state.values[name] ?? '', state.values);
}

/** The server's messages under the form's own names; those it has no field for are left to the snackbar. */
export function refusedFields<V extends Values>(
  fields: Readonly<Record<string, string>>,
  values: V,
  wireNames: { readonly [Name in keyof V]?: string },
): { readonly [Name in keyof V]?: string } {
  const refused: { [Name in keyof V]?: string } = {};
  for (const name of Object.keys(values) as (keyof V & string)[]) {
    const text = fields[wireNames[name] ?? name];
    if (text) refused[name] = text;
  }
  return refused;
}
