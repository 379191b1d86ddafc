import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Notice } from '../../ui/tag.tsx';
import { when } from '../../words/texts.ts';
import page from '../ui/page.module.css';
import css from './identity.module.css';
import { pictureOf } from './photo-store.ts';
import { KIND_NAMES, type Photo, type PhotoKind, type Review } from '../../words/identity.ts';
import { When } from '../ui/when.tsx';

/** View of a photo: zoom and rotation. */
export interface Look {
  readonly zoom: number;
  readonly turn: number;
}

export const plain: Look = { zoom: 1, turn: 0 };
const mostZoom = 4;
export const zoomed = ({ zoom, turn }: Look, by: 1 | -1): Look => ({
  zoom: Math.min(mostZoom, Math.max(1, zoom + by)),
  turn,
});
export const turned = ({ zoom, turn }: Look): Look => ({ zoom, turn: (turn + 90) % 360 });

interface PhotosProps {
  review: Review;
  /** The photo that is shown large. */
  large: PhotoKind | undefined;
  onLarge: (kind: PhotoKind | undefined) => void;
  looks: Readonly<Partial<Record<PhotoKind, Look>>>;
  onLook: (kind: PhotoKind, look: Look) => void;
}

/** Selfie, front and back side by side. */
export function Photos({ review, large, onLarge, looks, onLook }: PhotosProps) {
  if (review.photos.length === 0) return <Notice tone="bad">Sus fotos se borraron.</Notice>;
  return (
    <div className={css.photos}>
      {review.photos.map((photo) => (
        <PhotoFigure
          key={photo.id}
          review={review}
          photo={photo}
          isLarge={large === photo.kind}
          onLarge={() => onLarge(large === photo.kind ? undefined : photo.kind)}
          look={looks[photo.kind] ?? plain}
          onLook={(look) => onLook(photo.kind, look)}
        />
      ))}
    </div>
  );
}

interface FigureProps {
  review: Review;
  photo: Photo;
  isLarge: boolean;
  onLarge: () => void;
  look: Look;
  onLook: (look: Look) => void;
}

function PhotoFigure({ review, photo, isLarge, onLarge, look, onLook }: FigureProps) {
  const [shown, setShown] = useState(photo.id);
  const figure = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isLarge) figure.current?.scrollIntoView({ block: 'start' });
  }, [isLarge]);
  const name = KIND_NAMES[photo.kind];
  const button = { kind: 'ghost', small: true } as const;
  const taken = [{ id: photo.id, created_at: photo.created_at }, ...photo.earlier];
  return (
    <figure ref={figure} className={css.figure} data-large={isLarge || undefined}>
      <figcaption>
        <strong>{name}</strong>
        <span className={page.minor}>
          {when(taken.find(({ id }) => id === shown)?.created_at ?? photo.created_at)}
        </span>
      </figcaption>
      <Picture
        key={shown}
        customer={review.customer}
        image={shown}
        alt={`${name} de ${review.person}`}
        look={look}
      />
      {photo.asked && <p className={page.minor}>Se la pedimos de nuevo: {photo.asked}</p>}
      <div className={css.tools}>
        <Button {...button} aria-label={`${name}: ${isLarge ? 'achicar' : 'agrandar'}`} onClick={onLarge}>
          {isLarge ? 'Achicar' : 'Agrandar'}
        </Button>
        <Button {...button} aria-label={`${name}: alejar`} onClick={() => onLook(zoomed(look, -1))}>
          −
        </Button>
        <Button {...button} aria-label={`${name}: acercar`} onClick={() => onLook(zoomed(look, 1))}>
          +
        </Button>
        <Button {...button} aria-label={`${name}: girar`} onClick={() => onLook(turned(look))}>
          ⟳
        </Button>
      </div>
      {taken.length > 1 && (
        <label className={page.field}>
          <span>{name}: fotos que mandó</span>
          <select value={shown} onChange={(event) => setShown(event.target.value)}>
            {taken.map((each, index) => (
              <option key={each.id} value={each.id}>
                {index === 0 ? 'La última' : 'Reemplazada'}, <When at={each.created_at} />
              </option>
            ))}
          </select>
        </label>
      )}
    </figure>
  );
}

/** Preserves the centre while zooming. */
function useMiddle(zoom: number) {
  const frame = useRef<HTMLDivElement>(null);
  const before = useRef(zoom);
  useLayoutEffect(() => {
    const { current: box } = frame;
    const times = zoom / before.current;
    before.current = zoom;
    if (!box || times === 1) return;
    const moved = (start: number, size: number) => (start + size / 2) * times - size / 2;
    box.scrollTo(moved(box.scrollLeft, box.clientWidth), moved(box.scrollTop, box.clientHeight));
  }, [zoom]);
  return frame;
}

interface PictureProps {
  customer: string;
  image: string;
  alt: string;
  look: Look;
}

function Picture({ customer, image, alt, look }: PictureProps) {
  const [address, setAddress] = useState<string | null>();
  const frame = useMiddle(look.zoom);
  useEffect(() => {
    let isGone = false;
    pictureOf(customer, image).then(
      (found) => isGone || setAddress(found),
      () => isGone || setAddress(null),
    );
    return () => {
      isGone = true;
    };
  }, [customer, image]);
  if (address === null)
    return (
      <div className={`${css.frame} ${css.missing}`}>
        <Notice tone="bad" urgent>
          No pudimos traer la foto. Actualizá la página.
        </Notice>
      </div>
    );
  if (address === undefined)
    return (
      <div className={`${css.frame} ${css.missing}`}>
        <Skeleton shape="block" />
      </div>
    );
  return (
    // The keyboard scrolls a picture larger than its frame.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={frame} className={css.frame} tabIndex={0} role="group" aria-label={alt}>
      <img src={address} alt={alt} className={css.picture} data-zoom={look.zoom} data-turn={look.turn} />
    </div>
  );
}
