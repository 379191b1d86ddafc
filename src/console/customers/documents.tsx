import { useState } from 'react';
import { Notice } from '../../ui/tag.tsx';
import { allows, useMe } from '../session.ts';
import { when } from '../../words/texts.ts';
import { Modal } from '../ui/modal.tsx';
import page from '../ui/page.module.css';
import { IMAGE_NAMES, type Customer } from './texts.ts';
import css from './customers.module.css';
import { When } from '../ui/when.tsx';

const PHOTO_MARKS = ['avatar_verified', 'front_document_verified', 'back_document_verified'];

type Image = Customer['images'][number];

/** Photos by name only: seeing one is asked for and recorded. */
export function Documents({ customer, onSeen }: { customer: Customer; onSeen: () => void }) {
  const me = useMe();
  const [seen, setSeen] = useState<Image>();
  // Photos are deleted after their term, and the steps stay done.
  const hasShown = customer.marks.some(({ name, value }) => PHOTO_MARKS.includes(name) && value === 1);
  const maySee = allows(me, 'GET /api/staff/customers/{id}/images/{image}');
  return (
    <section aria-labelledby="fotos" className={css.card}>
      <h2 id="fotos">Documentos y fotos</h2>
      {customer.images.length === 0 ? (
        <p className={css.none}>{hasShown ? 'Paso hecho: no hay fotos guardadas.' : 'No subió fotos.'}</p>
      ) : (
        <ul className={css.images}>
          {customer.images.map((image) => (
            <li key={image.id}>
              <span>
                {IMAGE_NAMES[image.kind] ?? image.kind}
                <span className={page.minor}>
                  <When at={image.created_at} />
                  {image.is_current ? '' : ', reemplazada'}
                </span>
              </span>
              {maySee && (
                <button
                  type="button"
                  className={page.link}
                  aria-label={`Ver: ${IMAGE_NAMES[image.kind] ?? image.kind}, ${when(image.created_at)}`}
                  onClick={() => setSeen(image)}
                >
                  Ver
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {seen && (
        <Photo
          customer={customer}
          image={seen}
          onClose={() => {
            setSeen(undefined);
            onSeen();
          }}
        />
      )}
    </section>
  );
}

function Photo({ customer, image, onClose }: { customer: Customer; image: Image; onClose: () => void }) {
  const [hasFailed, setFailed] = useState(false);
  const name = IMAGE_NAMES[image.kind] ?? image.kind;
  return (
    <Modal title={name} onClose={onClose} closable className={css.photo}>
      {hasFailed ? (
        <Notice tone="bad" urgent>
          No pudimos traer la foto.
        </Notice>
      ) : (
        <img
          src={`/api/staff/customers/${customer.id}/images/${image.id}`}
          alt={`${name} de ${customer.first_name} ${customer.last_name}`}
          onError={() => setFailed(true)}
        />
      )}
    </Modal>
  );
}
