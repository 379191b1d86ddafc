import { classes } from '../../ui/classes.ts';
import css from './stepper.module.css';

/** 'Paso n de 4' with its bar, or the remaining steps after the four. Belongs into the hero. */
export function Stepper({ step, of = 4, left }: { step: number; of?: number; left?: string | undefined }) {
  return (
    <div className={css.stepper}>
      <p className={css.words}>{left ?? `Paso ${step} de ${of}`}</p>
      <div className={css.bar} aria-hidden="true">
        {Array.from({ length: of }, (_, index) => (
          <span
            key={index}
            className={classes(css.part, index < step && css.done, index === step - 1 && !left && css.now)}
          />
        ))}
      </div>
    </div>
  );
}
