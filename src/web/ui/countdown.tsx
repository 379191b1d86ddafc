import { useEffect, useEffectEvent, useState } from 'react';

/** Seconds left until `endsAt` (milliseconds of the device's clock), at least 0. */
export function secondsLeft(endsAt: number, now: number): number {
  return Math.max(0, Math.ceil((endsAt - now) / 1000));
}

/**
 * Seconds left of `seconds` counted from mount, by the clock rather than by ticks: a phone that sleeps
 * loses ticks. `onEnd` is called once at 0. Restart it with a new `key`.
 */
function useCountdown(seconds: number, onEnd: () => void): number {
  const [endsAt] = useState(() => Date.now() + seconds * 1000);
  const [left, setLeft] = useState(seconds);
  const ended = useEffectEvent(onEnd);
  useEffect(() => {
    const timer = setInterval(() => {
      const now = secondsLeft(endsAt, Date.now());
      setLeft(now);
      if (now > 0) return;
      clearInterval(timer);
      ended();
    }, 250);
    return () => clearInterval(timer);
  }, [endsAt]);
  return left;
}

/** A sentence with the seconds left; a screen reader is not interrupted every second. */
export function Countdown({
  seconds,
  onEnd,
  text,
}: {
  seconds: number;
  onEnd: () => void;
  text: (left: number) => string;
}) {
  const left = useCountdown(seconds, onEnd);
  return (
    <p role="timer" aria-live="off">
      {text(left)}
    </p>
  );
}
