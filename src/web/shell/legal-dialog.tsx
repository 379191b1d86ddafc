import { shellTexts } from '../text/shared.ts';
import { Dialog } from '../ui/dialog.tsx';
import { LegalContent } from './legal-content.tsx';

/** Terms or policy over the whole page. */
export function LegalDialog({ text, onClose }: { text: 'terms' | 'policy'; onClose: () => void }) {
  const title = text === 'terms' ? shellTexts.terms : shellTexts.privacy;
  return (
    <Dialog open fullScreen onClose={onClose} title={title}>
      <LegalContent text={text} />
    </Dialog>
  );
}
