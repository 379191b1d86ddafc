/**
 * Takes a one-time secret out of the address bar and the history at once, without a navigation: the
 * router's own methods would load the page of the new address (docs/security.md#links).
 */
export function hideSecret(path: string): void {
  History.prototype.replaceState.call(history, history.state, '', path);
}
