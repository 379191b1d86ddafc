import { useCountry } from '../../country.tsx';
import { type PhotoKind, profileUpdates } from '../profile-updates.ts';
import { identityTexts as texts } from '../texts.ts';
import { DocumentDrawing, SelfieDrawing } from './drawings.tsx';
import { SelfieHelp } from './selfie-help.tsx';
import { type ReactNode, useState } from 'react';
import { call } from '../../api.ts';
import { Notice } from '../../../ui/tag.tsx';
import { UploadTile } from '../../ui/fields/upload-tile.tsx';
import css from './identity.module.css';
import { CameraDialog } from './camera-dialog.tsx';
import { lookAt, type PhotoTrouble } from './photo-quality.ts';
import { canShowCamera } from './use-camera.ts';

interface PhotoTileProps {
  kind: PhotoKind;
  label: string;
  hint: string;
  drawing: ReactNode;
  storedUrl: string | null;
  done: boolean;
  error?: string | undefined;
  /** It has arrived. */
  onStored?: (() => void) | undefined;
  children?: ReactNode;
}

/** One of the three photos of step 1. What looks dark, blurred or empty is said, but taken all the same. */
function PhotoTile({ kind, onStored, children, ...tile }: PhotoTileProps) {
  const [trouble, setTrouble] = useState<PhotoTrouble | null>(null);
  const subject = kind === 'avatar' ? 'face' : 'document';

  async function upload(file: File, onProgress: (fraction: number) => void) {
    setTrouble(null);
    const [{ model }, found] = await Promise.all([send(kind, file, onProgress), lookAt(file, subject)]);
    profileUpdates.photoStored(kind, model);
    setTrouble(found);
    onStored?.();
  }

  return (
    <div className={css.tile} data-missing={tile.error ? '' : undefined}>
      <UploadTile
        {...tile}
        camera={kind === 'avatar' ? 'user' : 'environment'}
        upload={upload}
        Camera={canShowCamera() ? CameraDialog : undefined}
      />
      {trouble && (
        <div role="status">
          <Notice tone="late">{texts[trouble]}</Notice>
        </div>
      )}
      {children}
    </div>
  );
}

function send(kind: PhotoKind, file: File, onProgress: (fraction: number) => void) {
  return kind === 'avatar'
    ? call('POST /api/v3/upload_avatar', { files: { file }, onProgress })
    : call('POST /api/v3/upload', { files: { type: kind, file }, onProgress });
}

interface PhotoTileOfProps {
  kind: PhotoKind;
  storedUrl: string | null;
  done: boolean;
  error?: string | undefined;
  onStored?: (() => void) | undefined;
}

const WORDS = {
  avatar: { label: texts.selfie, hint: texts.selfieHint, drawing: <SelfieDrawing /> },
  front_document: { label: texts.front, hint: texts.frontHint, drawing: <DocumentDrawing side="front" /> },
  back_document: { label: texts.back, hint: texts.backHint, drawing: <DocumentDrawing side="back" /> },
} as const;

/** The tile of a photo with its words, its drawing and, for the selfie, its help. */
export function PhotoTileOf({ kind, ...rest }: PhotoTileOfProps) {
  const { mainDocumentInText: document } = useCountry();
  const { label, ...words } = WORDS[kind];
  return (
    <PhotoTile {...rest} {...words} kind={kind} label={label(document)}>
      {kind === 'avatar' && <SelfieHelp />}
    </PhotoTile>
  );
}
