type Typable = HTMLInputElement | HTMLTextAreaElement;
/** Input into a field: its text or its tick. */
type Typed = string | boolean;

const typed = new Map<Typable, Typed>();
let stop = () => {};

const isTypable = (target: EventTarget | null): target is Typable =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

const isTicked = (field: Typable): field is HTMLInputElement =>
  field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type);

const isChanged = (field: Typable) =>
  isTicked(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;

function note(field: Typable): void {
  // Moved to the end: of amount and slider the later one counts.
  typed.delete(field);
  // In a radio group only the chosen button matters.
  if (isTicked(field) && field.type === 'radio' && !field.checked) return;
  typed.set(field, isTicked(field) ? field.checked : field.value);
}

const noteTarget = ({ target }: Event) => {
  if (isTypable(target)) note(target);
};

/**
 * Records typing, ticks and choices in a prerendered page before React hydrates it, since React would miss them. Call
 * it before hydrating; {@link retype} and {@link retypeRest} replay them.
 */
export function rememberEarlyInput(container: HTMLElement): void {
  for (const field of container.querySelectorAll<Typable>('input, textarea')) {
    if (isChanged(field)) note(field);
  }
  container.addEventListener('input', noteTarget, true);
  stop = () => container.removeEventListener('input', noteTarget, true);
}

/** Ends the marks of src/web/boot.ts on pressed buttons: from now on React answers a press. Call it before drawing. */
export function takeOverPresses(): void {
  document.dispatchEvent(new Event('takeover'));
}

function pressAgain(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-pressed]');
  button?.removeAttribute('data-pressed');
  button?.click();
}

/** Does it again, as the person did, so that masks and rules see it. */
function redo(field: Typable, value: Typed): void {
  // Through React's own property, so that it takes what follows for a change.
  if (isTicked(field)) {
    field.checked = value !== true;
    field.click();
    return;
  }
  field.value = '';
  Reflect.set(Object.getPrototypeOf(field), 'value', value, field);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

function retypeWithin(contains: (field: Typable) => boolean): void {
  // Replayed input is not recorded again.
  stop();
  const here = Array.from(typed).filter(([field]) => contains(field));
  for (const [field] of here) typed.delete(field);
  for (const [field, value] of here) redo(field, value);
}

/** Replays input into a form's fields, once the form has restored its draft. */
export function retype(form: HTMLElement | null): void {
  retypeWithin((field) => form?.contains(field) === true);
}

/** Replays input outside forms, then the last press of a button, after hydration and stops recording. */
export function retypeRest(): void {
  retypeWithin((field) => field.isConnected);
  typed.clear();
  // In a task of its own: the retyped text has enabled the button by then.
  setTimeout(pressAgain);
}
