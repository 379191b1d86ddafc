type Typable = HTMLInputElement | HTMLTextAreaElement;

const typed = new Map<Typable, string>();
let forget = () => {};

const isTypable = (target: EventTarget | null): target is Typable =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

function note({ target }: Event): void {
  if (isTypable(target)) typed.set(target, target.value);
}

/**
 * Remembers what a person types into a page rendered at build time before React has taken it over: React
 * would empty the fields. Call it before hydrating; the first form that is ready gets it by {@link retype}.
 */
export function rememberEarlyInput(container: HTMLElement): void {
  for (const field of container.querySelectorAll<Typable>('input, textarea')) {
    if (field.value !== '' && field.type !== 'checkbox') typed.set(field, field.value);
  }
  container.addEventListener('input', note, true);
  forget = () => {
    container.removeEventListener('input', note, true);
    typed.clear();
  };
}

/** Types into a form's fields again, as the person did, so that masks and rules see it. */
export function retype(form: HTMLElement | null): void {
  const here = Array.from(typed).filter(([field]) => form?.contains(field));
  forget();
  for (const [field, value] of here) {
    // Through React's own property, so that it takes what follows for a change.
    field.value = '';
    Reflect.set(Object.getPrototypeOf(field), 'value', value, field);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}
