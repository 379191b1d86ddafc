import { useCountry } from '../../country.tsx';
import type { PhotoKind } from '../profile-updates.ts';
import { identityTexts as texts } from '../texts.ts';
import { DocumentDrawing, SelfieDrawing } from './drawings.tsx';
import { PhotoTile } from './photo-tile.tsx';
import { SelfieHelp } from './selfie-help.tsx';

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
