import css from './legal-text.module.css';

const isHeading = /^(#|\d+\. [^\n.]{1,90}$)/;

/**
 * A legal text: paragraphs parted by empty lines; a heading is a short line '1. Of what' or begins with '#'.
 * Nothing that the server sends is taken as HTML.
 */
export function LegalText({
  content,
  heading: Heading = 'h3',
}: {
  content: string;
  /** Heading level below the title: a dialog's title is an h2, a page's an h1. */
  heading?: 'h2' | 'h3';
}) {
  const blocks = content
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter(Boolean);
  return (
    <div className={css.text}>
      {blocks.map((block, index) =>
        isHeading.test(block) ? (
          <Heading key={index}>{block.replace(/^#+\s*/, '')}</Heading>
        ) : (
          <p key={index}>{block}</p>
        ),
      )}
    </div>
  );
}
