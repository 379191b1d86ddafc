import { classes } from './classes.ts';
import css from './skeleton.module.css';

export type SkeletonShape = 'line' | 'title' | 'money' | 'field' | 'button' | 'block' | 'circle';

/** Grey placeholder. `width` is one of the steps, so it needs no inline style. */
export function Skeleton({
  shape = 'line',
  width = 'full',
}: {
  shape?: SkeletonShape;
  width?: 'full' | 'wide' | 'half' | 'short';
}) {
  return <span aria-hidden="true" className={classes(css.bone, css[shape], css[width])} />;
}

/** Several skeletons that say once, to those who cannot see them, that something loads. */
export function SkeletonGroup({
  label = 'Cargando…',
  shapes,
}: {
  label?: string;
  shapes: readonly SkeletonShape[];
}) {
  return (
    <div className={css.group} role="status">
      <span className="visually-hidden">{label}</span>
      {shapes.map((shape, index) => (
        <Skeleton
          key={`${shape}-${String(index)}`}
          shape={shape}
          width={shape === 'line' && index % 2 ? 'wide' : 'full'}
        />
      ))}
    </div>
  );
}
