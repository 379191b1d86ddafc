import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type PhotoSubject, type PhotoTrouble, troubleIn } from './photo-quality.ts';

/** Interval between quality checks, milliseconds: short enough to help, long enough for a cheap phone. */
const lookEveryMs = 600;

export interface CameraOptions {
  readonly facing: 'user' | 'environment';
  readonly subject: PhotoSubject;
  /** There is no camera, or the person does not allow it. */
  readonly onUnavailable: () => void;
}

/** True if this browser can show a camera's picture in the page. */
export const canShowCamera = (): boolean =>
  typeof navigator.mediaDevices?.getUserMedia === 'function' && window.isSecureContext;

/** Shows the camera's picture in the video and reports its faults. Ends with the component. */
export function useCamera(options: CameraOptions) {
  const video = useRef<HTMLVideoElement>(null);
  const { facing, subject } = options;
  const [isReady, setReady] = useState(false);
  const [trouble, setTrouble] = useState<PhotoTrouble | null>(null);
  const unavailable = useEffectEvent(options.onUnavailable);

  useEffect(() => {
    let stream: MediaStream | null = null;
    let isOver = false;
    async function start() {
      try {
        stream = await navigator.mediaDevices.getUserMedia({
          audio: false,
          video: { facingMode: facing, width: { ideal: 1920 }, height: { ideal: 1080 } },
        });
        const element = video.current;
        if (isOver || !element) return stop();
        element.srcObject = stream;
        await element.play();
        setReady(true);
      } catch {
        if (!isOver) unavailable();
      }
    }
    const stop = () => stream?.getTracks().forEach((track) => track.stop());
    void start();
    return () => {
      isOver = true;
      stop();
    };
  }, [facing]);

  useEffect(() => {
    if (!isReady) return;
    const timer = setInterval(() => {
      const element = video.current;
      if (element) setTrouble(troubleIn(element, sizeOf(element), subject));
    }, lookEveryMs);
    return () => clearInterval(timer);
  }, [isReady, subject]);

  return { video, isReady, trouble };
}

const sizeOf = ({ videoWidth, videoHeight }: HTMLVideoElement) => ({
  width: videoWidth,
  height: videoHeight,
});

/** Takes a photo of the current image. */
export async function stillOf(video: HTMLVideoElement): Promise<File | null> {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92));
  return blob && new File([blob], 'foto.jpg', { type: 'image/jpeg' });
}
