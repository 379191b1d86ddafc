/**
 * Path prefix for a page rendered by the server for the logged-in customer (decision 0079). The response is a
 * {@link DrawnParts}, or empty if the page has to load its data itself.
 */
export const DRAWN = '/drawn';

export interface DrawnParts {
  /** HTML content of `#app`. */
  readonly html: string;
  readonly title: string;
  /** Initial queries and settings for src/web/first-answer.ts, as JSON. */
  readonly data: string;
}
