const name = 'consola.ingreso';

/** What this browser left for the identity provider with: a way back that somebody else began is not taken. */
export function rememberState(state: string): void {
  sessionStorage.setItem(name, state);
}

export function takeState(): string | null {
  const state = sessionStorage.getItem(name);
  sessionStorage.removeItem(name);
  return state;
}
