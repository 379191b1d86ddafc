/**
 * Stands before the path of a page where the server is asked to draw it for who is logged in (decision 0079): the
 * answer is a {@link DrawnParts}, or empty where the page is to ask by itself.
 */
export const DRAWN = '/drawn';

/** What a page drawn with its first answers is made of. */
export interface DrawnParts {
  /** What stands inside `#app`. */
  readonly html: string;
  readonly title: string;
  /** What src/web/first-answer.ts gives queries and settings, as JSON. */
  readonly data: string;
}
