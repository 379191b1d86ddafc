/**
 * Path prefix for a page rendered by the server for the logged-in customer (decision 0079): the answer is a
 * {@link DrawnParts}, or empty where the page must load its data itself.
 */
export const DRAWN = '/drawn';

/** Parts of a page rendered with its first answers. */
export interface DrawnParts {
  /** Content of `#app`. */
  readonly html: string;
  readonly title: string;
  /** Initial queries and settings for src/web/first-answer.ts, as JSON. */
  readonly data: string;
}
