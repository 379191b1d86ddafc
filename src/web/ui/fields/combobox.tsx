import {
  type ComponentProps,
  type FocusEvent,
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { classes } from '../../../ui/classes.ts';
import css from './combobox.module.css';
import input from './input.module.css';
import { type Option, Chevron } from './select.tsx';

/** Shown at a time: more is not read, and typing narrows them. */
const maxShown = 60;

interface ComboboxProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'onSelect'> {
  /** Text of the field. */
  text: string;
  onText: (text: string) => void;
  /** The options that fit the text, best first. */
  options: readonly Option[];
  onSelect: (option: Option) => void;
  /** Opens with all options at focus or press; otherwise only while typing, as a suggestion does. */
  opensOnFocus?: boolean;
  /** Said when no option fits; without it the list just stays away. */
  emptyText?: string;
  inputRef?: Ref<HTMLInputElement>;
}

/** Focused by its form for an error: an opened list would cover the message. */
const isRefused = ({ target }: FocusEvent) => target.getAttribute('aria-invalid') === 'true';

/** Place next to the active one, round the ends. */
const neighbour = (active: number, count: number, isDown: boolean): number =>
  (active + (isDown ? 1 : -1) + count) % count;

/**
 * A text field with a list of options (ARIA combobox): arrows move, Enter takes, Escape closes. What is typed
 * stays; whether it must equal an option is the form's business.
 */
export function Combobox(props: ComboboxProps) {
  const { text, onText, options, onSelect, opensOnFocus, emptyText, inputRef, onBlur, ...rest } = props;
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const shown = options.slice(0, maxShown);
  const visible = open && (shown.length > 0 || emptyText !== undefined);
  const press = { onFocus: (event: FocusEvent) => isRefused(event) || move(-1), onClick: () => move(-1) };

  function move(to: number) {
    setOpen(true);
    setActive(to);
    list.current?.children[to]?.scrollIntoView({ block: 'nearest' });
  }

  function take(option: Option | undefined) {
    if (option) onSelect(option);
    setOpen(false);
  }

  function onKeyDown(event: KeyboardEvent) {
    const down = event.key === 'ArrowDown';
    if ((down || event.key === 'ArrowUp') && shown.length > 0) {
      event.preventDefault();
      move(visible ? neighbour(active, shown.length, down) : down ? 0 : shown.length - 1);
    } else if (event.key === 'Enter' && visible && active >= 0) {
      event.preventDefault();
      take(shown[active]);
    } else if (event.key === 'Escape' && visible) {
      // Only the list closes, not the dialog around it.
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
  }

  return (
    <span className={css.frame}>
      <input
        {...rest}
        ref={inputRef}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={visible}
        aria-controls={visible ? `${id}-list` : undefined}
        aria-activedescendant={visible && active >= 0 ? `${id}-${active}` : undefined}
        autoComplete={rest.autoComplete ?? 'off'}
        value={text}
        className={classes(input.input, opensOnFocus && input.select)}
        onChange={(event) => {
          onText(event.target.value);
          move(-1);
        }}
        {...(opensOnFocus && press)}
        onKeyDown={onKeyDown}
        onBlur={(event) => {
          setOpen(false);
          onBlur?.(event);
        }}
      />
      {opensOnFocus && <Chevron />}
      {visible && (
        <OptionList
          listRef={list}
          id={id}
          options={shown}
          active={active}
          emptyText={emptyText}
          onTake={take}
        />
      )}
    </span>
  );
}

interface OptionListProps {
  listRef: RefObject<HTMLUListElement | null>;
  id: string;
  options: readonly Option[];
  active: number;
  emptyText: string | undefined;
  onTake: (option: Option) => void;
}

function OptionList({ listRef, id, options, active, emptyText, onTake }: OptionListProps) {
  // The fixed bar must not hide the opened list.
  useEffect(() => {
    listRef.current?.scrollIntoView({ block: 'nearest' });
  }, [listRef]);
  return (
    // A list that scrolls is a stop of Tab of its own in some browsers, and would take the focus as it closes.
    <ul
      ref={listRef}
      id={`${id}-list`}
      role="listbox"
      aria-label="Opciones"
      tabIndex={-1}
      className={css.list}
    >
      {options.map((option, index) => (
        // The input keeps the focus and its keys choose; the pointer is the other way.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
        <li
          key={option.value}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          className={css.option}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onTake(option)}
        >
          {option.label}
        </li>
      ))}
      {options.length === 0 && (
        <li role="option" aria-selected={false} aria-disabled className={css.none}>
          {emptyText}
        </li>
      )}
    </ul>
  );
}
