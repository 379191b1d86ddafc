import { useState } from 'react';
import { call } from '../api.ts';
import { tellFailure } from '../shell/tell-failure.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ownDataTexts as texts } from './texts.ts';

/** Download of all stored data. Requires re-authentication. */
export function Download() {
  const [busy, setBusy] = useState(false);

  async function download(): Promise<void> {
    setBusy(true);
    try {
      const { result } = await call('GET /api/v3/own-data/file');
      save(JSON.stringify(result, null, 2));
    } catch (error) {
      tellFailure(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Card>
      <h2>{texts.fileTitle}</h2>
      <p>{texts.file}</p>
      <Button wide kind="ghost" busy={busy} onClick={() => void download()}>
        {texts.download}
      </Button>
    </Card>
  );
}

function save(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = texts.fileName;
  link.click();
  URL.revokeObjectURL(url);
}
