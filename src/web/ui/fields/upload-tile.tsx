import { type ComponentType, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { messageOf } from '../../../ui/api-failure.ts';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import css from './upload-tile.module.css';

const texts = {
  camera: 'Sacar foto',
  again: 'Sacar otra',
  file: 'Elegir archivo',
  retry: 'Reintentar',
  sending: 'Enviando…',
  ready: 'Lista.',
  preview: 'vista previa',
  noCamera: 'No pudimos abrir la cámara en la página. Tocá otra vez “Sacar foto”, o elegí un archivo.',
  notAnImage:
    'El archivo no es una imagen válida. Subí una foto JPG, PNG o WEBP. Si es HEIC, de un iPhone, sacala de nuevo desde acá o guardala como JPG.',
} as const;

/** Longest side of an uploaded photo, pixels: enough to read a document, a tenth of a phone's photo. */
const maxSide = 1600;
const jpegQuality = 0.86;

/** Width and height within `limit`, in proportion; an image that fits is left as it is. */
export function fitWithin(width: number, height: number, limit: number): { width: number; height: number } {
  const scale = Math.min(1, limit / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * A JPEG of at most 1600 px of the photo, turned as its EXIF says; its metadata stays behind.
 * @throws when the browser cannot decode the file: then it is no image it knows.
 */
async function downscale(file: File): Promise<File> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const size = fitWithin(bitmap.width, bitmap.height, maxSide);
  const canvas = document.createElement('canvas');
  canvas.width = size.width;
  canvas.height = size.height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  // A transparent picture would turn black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, size.width, size.height);
  context.drawImage(bitmap, 0, 0, size.width, size.height);
  bitmap.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', jpegQuality));
  if (!blob) throw new Error('no image');
  return new File([blob], file.name.replace(/\.\w+$/, '') + '.jpg', { type: 'image/jpeg' });
}

type Phase =
  | { readonly name: 'idle' }
  | { readonly name: 'sending'; readonly fraction: number }
  | { readonly name: 'failed'; readonly message: string; readonly file: File | null };

/** Result of our own camera dialog. */
export interface OwnCamera {
  readonly title: string;
  readonly facing: 'user' | 'environment';
  readonly onPhoto: (photo: File) => void;
  readonly onClose: () => void;
  /** The person prefers the device's camera. */
  readonly onNative: () => void;
  /** There is no camera, or the person does not allow it. */
  readonly onUnavailable: () => void;
}

interface UploadTileProps {
  label: string;
  hint?: string;
  /** Camera offered by a phone: front for the face, back for the document. */
  camera: 'user' | 'environment';
  /** A camera of our own in place of the device's. */
  Camera?: ComponentType<OwnCamera> | undefined;
  /** Address of the stored photo; the tile shows it and says so. */
  storedUrl?: string | null;
  /** Stored already, even where its picture is not to be had. */
  done?: boolean;
  /** Drawing of a good photo, shown until there is one. */
  drawing?: ReactNode;
  /** Said while there is no photo: that it is missing. */
  error?: string | undefined;
  /** Sends the file; a throw's sentence is shown with a button to try again. */
  upload: (file: File, onProgress: (fraction: number) => void) => Promise<void>;
}

/**
 * A photo from camera or file: preview, scaling down, progress, retry. Image files only
 * (docs/product/application.md#identity).
 */
export function UploadTile({
  label,
  hint,
  camera,
  Camera,
  storedUrl,
  done,
  drawing,
  error,
  upload,
}: UploadTileProps) {
  const id = useId();
  const { input, own, ...source } = useSource(camera, Camera !== undefined);
  const { phase, picture, sent, send, choose, take } = useUpload(storedUrl ?? null, done ?? false, upload);
  const retry = phase.name === 'failed' ? phase.file : null;
  const missing = phase.name === 'idle' && !sent ? error : undefined;
  const isBlind = own === 'unavailable' && phase.name === 'idle' && !sent;
  return (
    <div
      role="group"
      aria-labelledby={id}
      className={classes(css.tile, (phase.name === 'failed' || missing) && css.wrong)}
    >
      <TilePicture label={label} picture={picture} sent={sent} drawing={drawing} />
      <TileWords
        id={id}
        label={label}
        hint={isBlind ? undefined : hint}
        phase={phase}
        sent={sent}
        missing={missing}
        isBlind={isBlind}
      />
      <TileActions
        id={id}
        isBusy={phase.name === 'sending'}
        again={picture !== null}
        onRetry={retry && (() => void send(retry))}
        onCamera={source.openCamera}
        onFile={source.openFiles}
      />
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*"
        aria-label={`${label}: ${texts.file}`}
        onChange={(event) => void choose(event.currentTarget)}
      />
      {Camera && own === 'open' && (
        <Camera
          title={label}
          facing={camera}
          onPhoto={(photo) => {
            source.close();
            void take(photo);
          }}
          onClose={source.close}
          onNative={source.openNative}
          onUnavailable={source.replaceOwn}
        />
      )}
    </div>
  );
}

/** Source of the photo: our camera, the device's, or its files. */
function useSource(facing: OwnCamera['facing'], hasOwn: boolean) {
  const input = useRef<HTMLInputElement>(null);
  const [own, setOwn] = useState<'closed' | 'open' | 'unavailable'>('closed');
  const openDevice = (what: 'camera' | 'files') => {
    const chooser = input.current;
    if (!chooser) return;
    if (what === 'camera') chooser.setAttribute('capture', facing);
    else chooser.removeAttribute('capture');
    chooser.click();
  };
  const close = () => setOwn('closed');
  return {
    input,
    own,
    close,
    openFiles: () => openDevice('files'),
    openCamera: () => (hasOwn && own !== 'unavailable' ? setOwn('open') : openDevice('camera')),
    openNative: () => {
      close();
      openDevice('camera');
    },
    /** Ours did not open. The browser ignores the device's if the press is too long ago; the tile says how to go on. */
    replaceOwn: () => {
      setOwn('unavailable');
      openDevice('camera');
    },
  };
}

interface ActionsProps {
  id: string;
  isBusy: boolean;
  /** There is a photo already. */
  again: boolean;
  onRetry: (() => void) | null;
  onCamera: () => void;
  onFile: () => void;
}

function TileActions({ id, isBusy, again, onRetry, onCamera, onFile }: ActionsProps) {
  const other = { small: true, kind: 'ghost', disabled: isBusy, 'aria-describedby': id } as const;
  return (
    <div className={css.actions}>
      {onRetry && (
        <Button small aria-describedby={id} onClick={onRetry}>
          {texts.retry}
        </Button>
      )}
      <Button {...other} onClick={onCamera}>
        {again ? texts.again : texts.camera}
      </Button>
      <Button {...other} onClick={onFile}>
        {texts.file}
      </Button>
    </div>
  );
}

interface PictureProps {
  label: string;
  picture: string | null;
  sent: boolean;
  drawing: ReactNode;
}

function TilePicture({ label, picture, sent, drawing }: PictureProps) {
  return (
    <div className={css.picture}>
      {picture ? (
        <img src={picture} alt={`${label}: ${texts.preview}`} className={css.image} />
      ) : (
        (drawing ?? <CameraDrawing />)
      )}
      {sent && (
        <span aria-hidden="true" className={css.check}>
          ✓
        </span>
      )}
    </div>
  );
}

interface WordsProps {
  id: string;
  label: string;
  hint: string | undefined;
  phase: Phase;
  sent: boolean;
  missing: string | undefined;
  /** Our camera did not open. */
  isBlind: boolean;
}

function TileWords({ id, label, hint, phase, sent, missing, isBlind }: WordsProps) {
  const error = phase.name === 'failed' ? phase.message : missing;
  return (
    <>
      <div className={css.words}>
        <strong id={id}>{label}</strong>
        {hint && phase.name !== 'failed' && <span className={css.hint}>{hint}</span>}
        {phase.name === 'sending' && (
          <>
            <span aria-hidden="true" className={css.hint}>
              {texts.sending}
            </span>
            <progress className={css.progress} value={phase.fraction} aria-label={label} />
          </>
        )}
      </div>
      <div role="status" className={css.state}>
        {phase.name === 'sending' && <span className="visually-hidden">{texts.sending}</span>}
        {isBlind && <p>{texts.noCamera}</p>}
        {error && <p className={css.error}>{error}</p>}
        {sent && <span className="visually-hidden">{texts.ready}</span>}
      </div>
    </>
  );
}

/** The way of a chosen file: made smaller, shown, sent, and sent again if need be. */
function useUpload(storedUrl: string | null, done: boolean, upload: UploadTileProps['upload']) {
  const [phase, setPhase] = useState<Phase>({ name: 'idle' });
  const [preview, setPreview] = useState<string | null>(null);
  const picture = preview ?? storedUrl;
  const sent = phase.name === 'idle' && (done || picture !== null);

  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview]);

  async function send(file: File) {
    setPhase({ name: 'sending', fraction: 0 });
    try {
      await upload(file, (fraction) => setPhase({ name: 'sending', fraction }));
      setPhase({ name: 'idle' });
    } catch (error) {
      setPhase({ name: 'failed', message: messageOf(error), file });
    }
  }

  async function choose(input: HTMLInputElement) {
    const chosen = input.files?.[0];
    // The same file chosen again must be a change again.
    input.value = '';
    if (chosen) await take(chosen);
  }

  async function take(chosen: File) {
    setPhase({ name: 'sending', fraction: 0 });
    try {
      const file = await downscale(chosen);
      setPreview(URL.createObjectURL(file));
      await send(file);
    } catch {
      setPhase({ name: 'failed', message: texts.notAnImage, file: null });
    }
  }

  return { phase, picture, sent, send, choose, take };
}

function CameraDrawing() {
  return (
    <svg viewBox="0 0 24 24" width="32" height="32" aria-hidden="true">
      <path
        d="M4 8h3l1.6-2.4h6.8L17 8h3a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1Z"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinejoin="round"
      />
      <circle cx="12" cy="13.2" r="3.4" fill="none" stroke="currentColor" strokeWidth="1.8" />
    </svg>
  );
}
