import { type ReactNode, type SyntheticEvent, useId, useRef } from 'react';
import { buttonClass } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import own from './more-menu.module.css';
import css from './page.module.css';

export interface MenuItem {
  readonly name: string;
  /** Accessible name, where several menus of a page have the same item. */
  readonly label?: string | undefined;
  readonly isDanger?: boolean;
  readonly onDo: () => void;
}

interface MoreMenuProps {
  items: readonly MenuItem[];
  /** Subject of the actions, for screen readers. */
  of?: string;
  /** As a button among buttons; otherwise a link among links. */
  button?: boolean;
  className?: string | undefined;
}

/** The rarer actions behind 'Más'. In the top layer, since the frame of a table would cut it. */
export function MoreMenu({ items, of, button = false, className }: MoreMenuProps): ReactNode {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  if (items.length === 0) return null;
  const place = ({ nativeEvent }: SyntheticEvent<HTMLDivElement>) => {
    const isOpen = (nativeEvent as ToggleEvent).newState === 'open';
    if (isOpen) placeBy(menu.current, opener.current);
  };
  return (
    <>
      <button
        ref={opener}
        type="button"
        popoverTarget={id}
        aria-label={of === undefined ? undefined : `Más: ${of}`}
        className={classes(button ? buttonClass({ kind: 'ghost', small: true }) : css.link, className)}
      >
        Más <span aria-hidden="true">▾</span>
      </button>
      <div ref={menu} id={id} popover="auto" className={own.menu} onToggle={place}>
        {items.map(({ name, label, isDanger, onDo }) => (
          <button
            key={name}
            type="button"
            aria-label={label}
            className={classes(own.item, isDanger && own.danger)}
            onClick={() => {
              menu.current?.hidePopover();
              onDo();
            }}
          >
            {name}
          </button>
        ))}
      </div>
    </>
  );
}

/** Below the button, or above it where the window ends. */
function placeBy(menu: HTMLElement | null, opener: HTMLElement | null): void {
  if (!menu || !opener) return;
  const at = opener.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  const below = at.bottom + 4;
  const top = below + height > innerHeight ? Math.max(8, at.top - height - 4) : below;
  menu.style.top = `${top}px`;
  menu.style.left = `${Math.max(8, Math.min(at.left, innerWidth - width - 8))}px`;
  menu.querySelector('button')?.focus();
}
