import { useId, useLayoutEffect, useRef } from 'react';
import css from './slider.module.css';

interface SliderProps {
  label: string;
  min: number;
  max: number;
  step: number;
  value: number;
  onChange: (value: number) => void;
  /** Formats a value for screen readers and the ends. */
  format: (value: number) => string;
}

/** Slider with − and + buttons: a thumb on a small screen is not exact to a thousand. */
export function Slider({ label, min, max, step, value, onChange, format }: SliderProps) {
  const id = useId();
  const inside = (next: number) => onChange(Math.min(max, Math.max(min, next)));
  const fraction = max > min ? (value - min) / (max - min) : 0;
  const range = useRef<HTMLInputElement>(null);
  // Not as an attribute, which the content security policy allows in no page that the server draws.
  useLayoutEffect(() => {
    range.current?.style.setProperty('--at', `${Math.min(1, Math.max(0, fraction)) * 100}%`);
  }, [fraction]);
  return (
    <div className={css.frame}>
      <div className={css.slider}>
        <button
          type="button"
          className={css.round}
          aria-label="Menos"
          aria-controls={id}
          disabled={value <= min}
          onClick={() => inside(value - step)}
        >
          −
        </button>
        <input
          id={id}
          type="range"
          className={css.range}
          ref={range}
          aria-label={label}
          aria-valuetext={format(value)}
          min={min}
          max={max}
          step={step}
          value={value}
          onChange={(event) => inside(event.target.valueAsNumber)}
        />
        <button
          type="button"
          className={css.round}
          aria-label="Más"
          aria-controls={id}
          disabled={value >= max}
          onClick={() => inside(value + step)}
        >
          +
        </button>
        <button type="button" className={css.end} onClick={() => onChange(min)} disabled={value <= min}>
          <span className="visually-hidden">Mínimo: </span>
          {format(min)}
        </button>
        <button type="button" className={css.end} onClick={() => onChange(max)} disabled={value >= max}>
          <span className="visually-hidden">Máximo: </span>
          {format(max)}
        </button>
      </div>
    </div>
  );
}
