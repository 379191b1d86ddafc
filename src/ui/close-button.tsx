import { classes } from './classes.ts';
import css from './close-button.module.css';

interface CloseButtonProps {
  onClick: () => void;
  /** Says what goes, where 'Cerrar' does not. */
  label?: string;
  disabled?: boolean | undefined;
  className?: string | undefined;
}

/** Close button of an overlay. */
export function CloseButton({ onClick, label = 'Cerrar', disabled, className }: CloseButtonProps) {
  return (
    <button
      type="button"
      className={classes(css.close, className)}
      aria-label={label}
      onClick={onClick}
      disabled={disabled}
    >
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <path
          d="M6 6l12 12M18 6L6 18"
          fill="none"
          stroke="currentColor"
          strokeWidth="2.2"
          strokeLinecap="round"
        />
      </svg>
    </button>
  );
}
