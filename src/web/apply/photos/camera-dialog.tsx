import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Dialog } from '../../ui/dialog.tsx';
import type { OwnCamera } from '../../ui/fields/upload-tile.tsx';
import css from './camera.module.css';
import { cameraTexts as texts, identityTexts } from '../texts.ts';
import { type CameraOptions, stillOf, useCamera } from './use-camera.ts';

/** The camera in the page: a frame shows where document or face belong, a line says what would make it better. */
export function CameraDialog({ title, facing, onPhoto, onClose, onNative, onUnavailable }: OwnCamera) {
  const subject = facing === 'user' ? 'face' : 'document';
  const { video, isReady, trouble } = useCamera({ facing, subject, onUnavailable });

  async function shoot() {
    const photo = video.current && (await stillOf(video.current));
    if (photo) onPhoto(photo);
  }

  return (
    <Dialog
      open
      fullScreen
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button wide busy={!isReady} onClick={() => void shoot()}>
            {texts.shoot}
          </Button>
          <Button wide kind="text" onClick={onNative}>
            {texts.native}
          </Button>
        </>
      }
    >
      <div className={classes(css.view, facing === 'user' && css.mirrored)}>
        <video ref={video} muted playsInline className={css.video} aria-label={texts.picture} />
        <Guide subject={subject} />
      </div>
      <p role="status" className={css.hint}>
        {isReady ? hintOf(subject, trouble) : texts.starting}
      </p>
    </Dialog>
  );
}

function hintOf(subject: CameraOptions['subject'], trouble: keyof typeof texts.troubles | null): string {
  if (trouble) return texts.troubles[trouble];
  return subject === 'document' ? identityTexts.frontHint : identityTexts.selfieHint;
}

/** Outline for positioning: a card, or a face with the document next to it. */
function Guide({ subject }: { subject: CameraOptions['subject'] }) {
  return (
    <svg viewBox="0 0 300 400" aria-hidden="true" className={css.guide} preserveAspectRatio="xMidYMid meet">
      {subject === 'document' ? (
        <rect x="15" y="115" width="270" height="170" rx="14" />
      ) : (
        <>
          <ellipse cx="120" cy="170" rx="82" ry="110" />
          <rect x="168" y="250" width="118" height="76" rx="8" />
        </>
      )}
    </svg>
  );
}
