import css from './legal-text.module.css';

const isHeading = /^(#|\d+\. [^\n.]{1,90}$)/;

/**
 * A legal text: paragraphs parted by empty lines; a heading is a short line '1. Of what' or begins with '#'. Nothing in it is taken as
 * HTML, whatever the server sends.
 */
export function LegalText({ content }: { content: string }) {
  const blocks = content
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter(Boolean);
  return (
    <div className={css.text}>
      {blocks.map((block, index) =>
        isHeading.test(block) ? (
          <h3 key={index}>{block.replace(/^#+\s*/, '')}</h3>
        ) : (
          <p key={index}>{block}</p>
        ),
      )}
    </div>
  );
}
