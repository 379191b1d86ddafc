import { classes } from './classes.ts';
import css from './stepper.module.css';

/** 'Paso n de 4' with its bar (A §2.8). Belongs into the hero. */
export function Stepper({ step, of = 4 }: { step: number; of?: number }) {
  return (
    <div className={css.stepper}>
      <p className={css.words}>
        Paso {step} de {of}
      </p>
      <div className={css.bar} aria-hidden="true">
        {Array.from({ length: of }, (_, index) => (
          <span
            key={index}
            className={classes(css.part, index < step && css.done, index === step - 1 && css.now)}
          />
        ))}
      </div>
    </div>
  );
}
