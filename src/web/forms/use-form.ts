import { type SyntheticEvent, useEffect, useId, useReducer, useRef, useEffectEvent } from 'react';
import { ApiFailure } from '../../ui/api-failure.ts';
import { retype } from '../early-input.ts';
import { clearFailures, showFailure } from '../shell/failures.ts';
import { reportFailure } from '../shell/report-failure.ts';
import { readObject, tabStorage, writeObject } from '../storage.ts';
import { draftKey, isDraftOfSamePerson } from './drafts.ts';
import {
  errorsOf,
  type FormEvent,
  type FormState,
  initialState,
  nextState,
  refusedFields,
  type Rules,
  shownError,
  type Values,
} from './form-state.ts';

interface DraftOptions<V extends Values> {
  readonly draft?: string;
  readonly onDraft?: (values: V | null) => void;
}

/** Props that make a field part of a form. */
export interface FieldBinding {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onValue: (value: string) => void;
  readonly onLeave: () => void;
}

interface FormOptions<V extends Values> {
  readonly initial: V;
  readonly rules: Rules<V>;
  /**
   * Sends the form. An {@link ApiFailure} with fields goes under them, any other error next to the button.
   */
  readonly onSubmit: (values: V) => Promise<unknown> | void;
  /** Form-level message for a submit with invalid fields, shown next to the button. */
  readonly onInvalid?: (values: V) => string | undefined;
  /** Handles a failure itself by returning true: then nothing is shown for it. */
  readonly onFailure?: (error: unknown) => boolean | void;
  /** The server's names of fields where they differ from the form's. */
  readonly wireNames?: { readonly [Name in keyof V]?: string };
  /** Draft name in this tab, so that going back loses nothing. Never for secrets. */
  readonly draft?: string;
  /** Also stores the draft elsewhere; null deletes it. */
  readonly onDraft?: (values: V | null) => void;
}

function withDraft<V extends Values>(initial: V, draft: string | undefined): V {
  const stored = draft ? readObject(tabStorage, draftKey(draft)) : null;
  const kept = Object.entries(stored ?? {}).filter(
    ([name, value]) => name in initial && typeof value === 'string',
  );
  return { ...initial, ...(Object.fromEntries(kept) as Partial<V>) };
}

/**
 * Stores input from the first key on, in this tab and wherever `onDraft` sends it.
 * @param fill fills fields of the form with a stored draft
 */
function useDraft<V extends Values>(
  values: V,
  { initial, draft, onDraft }: DraftOptions<V> & Pick<FormOptions<V>, 'initial'>,
  fill: (values: Partial<V>) => void,
) {
  /** Fields typed into since the draft was last forgotten. */
  const touched = useRef(new Set<string>());
  const lastDraft = useRef(draft);
  const restore = useEffectEvent((from: string | undefined) => {
    const isSamePerson = isDraftOfSamePerson(lastDraft.current, from);
    lastDraft.current = from;
    const stored = Object.entries(withDraft(initial, from));
    const kept = stored.filter(([name]) => !isSamePerson || !touched.current.has(name));
    if (from) fill(Object.fromEntries(kept) as Partial<V>);
  });
  const keepElsewhere = useEffectEvent((typed: V) => onDraft?.(typed));
  // After mount, because a page rendered at build time knows no drafts.
  useEffect(() => restore(draft), [draft]);
  useEffect(() => {
    if (!draft || touched.current.size === 0) return;
    writeObject(tabStorage, draftKey(draft), values);
    keepElsewhere(values);
  }, [draft, values]);
  return {
    touch: (name: string) => void touched.current.add(name),
    forget: () => {
      touched.current.clear();
      if (draft) tabStorage.removeItem(draftKey(draft));
      onDraft?.(null);
    },
  };
}

/** A form that mirrors the screen: errors after leaving a field or on submit, focus on the first wrong one. */
export function useForm<V extends Values>(options: FormOptions<V>) {
  const { initial, rules } = options;
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [state, dispatch] = useReducer(
    (current: FormState<V>, event: FormEvent<V>) => nextState(current, event),
    initial,
    initialState<V>,
  );
  const errors = errorsOf(state, rules);

  const fill = (values: Partial<V>) => dispatch({ type: 'filled', values });
  const typing = useDraft(state.values, options, fill);
  useEffect(() => retype(form.current), []);

  useEffect(() => {
    if (state.submits > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [state.submits]);

  async function submit(event?: SyntheticEvent) {
    event?.preventDefault();
    if (state.busy) return;
    if (Object.keys(errorsOf({ ...state, refused: {} }, rules)).length > 0) {
      dispatch({ type: 'submitted' });
      clearFailures();
      const message = options.onInvalid?.(state.values);
      if (message) showFailure(message, id);
      return;
    }
    // Messages of the earlier try are cleared.
    clearFailures();
    dispatch({ type: 'sending' });
    try {
      await options.onSubmit(state.values);
      dispatch({ type: 'sent' });
    } catch (error) {
      const fields =
        error instanceof ApiFailure ? refusedFields(error.fields, state.values, options.wireNames ?? {}) : {};
      const named = Object.keys(fields).length > 0;
      dispatch(named ? { type: 'refused', fields } : { type: 'sent' });
      if (!options.onFailure?.(error) && !named) reportFailure(error, id);
    }
  }

  return {
    values: state.values,
    busy: state.busy,
    /** No field is wrong, shown or not. */
    valid: Object.keys(errors).length === 0,
    /** The message of each wrong field, shown or not. */
    errors,
    /** Identifies the form for a button outside it (`form` attribute). */
    id,
    props: { id, ref: form, noValidate: true, onSubmit: (event: SyntheticEvent) => void submit(event) },
    submit: () => void submit(),
    set: fill,
    forgetDraft: typing.forget,
    field: (name: keyof V & string): FieldBinding => ({
      id: `${id}-${name}`,
      name,
      value: state.values[name] ?? '',
      error: shownError(state, rules, name),
      onValue: (value) => {
        typing.touch(name);
        dispatch({ type: 'typed', name, value });
      },
      onLeave: () => dispatch({ type: 'left', name }),
    }),
  };
}
