type Typable = HTMLInputElement | HTMLTextAreaElement;
/** What a person made of a field: its text, or whether it is ticked. */
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
  // Behind what was done before it: of amount and slider the later one counts.
  typed.delete(field);
  // Of radio buttons that belong together only the chosen one says something.
  if (isTicked(field) && field.type === 'radio' && !field.checked) return;
  typed.set(field, isTicked(field) ? field.checked : field.value);
}

const noteTarget = ({ target }: Event) => {
  if (isTypable(target)) note(target);
};

/**
 * Remembers what a person types, ticks and chooses in a page that was drawn beforehand, before React has taken it
 * over: React would not know of it. Call it before hydrating; the page gets it by {@link retype} and
 * {@link retypeRest}.
 */
export function rememberEarlyInput(container: HTMLElement): void {
  for (const field of container.querySelectorAll<Typable>('input, textarea')) {
    if (isChanged(field)) note(field);
  }
  container.addEventListener('input', noteTarget, true);
  stop = () => container.removeEventListener('input', noteTarget, true);
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
  // What is done again is not to be noted.
  stop();
  const here = Array.from(typed).filter(([field]) => contains(field));
  for (const [field] of here) typed.delete(field);
  for (const [field, value] of here) redo(field, value);
}

/** Types into a form's fields again. Once the form is ready, which is when it has what was kept of it before. */
export function retype(form: HTMLElement | null): void {
  retypeWithin((field) => form?.contains(field) === true);
}

/** Once the whole page is React's: what is in no form. Nothing is remembered from then on. */
export function retypeRest(): void {
  retypeWithin((field) => field.isConnected);
  typed.clear();
}
