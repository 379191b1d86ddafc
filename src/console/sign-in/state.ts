const name = 'consola.ingreso';

/** State stored before the redirect to the identity provider: a return begun elsewhere is refused. */
export function rememberState(state: string): void {
  sessionStorage.setItem(name, state);
}

export function takeState(): string | null {
  const state = sessionStorage.getItem(name);
  sessionStorage.removeItem(name);
  return state;
}
