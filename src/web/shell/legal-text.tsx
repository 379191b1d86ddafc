import css from './legal-text.module.css';

/**
 * A legal text: paragraphs parted by empty lines, headings by a leading '#'. Nothing in it is taken as
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
        block.startsWith('#') ? (
          <h3 key={index}>{block.replace(/^#+\s*/, '')}</h3>
        ) : (
          <p key={index}>{block}</p>
        ),
      )}
    </div>
  );
}
