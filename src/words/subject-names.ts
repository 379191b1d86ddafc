import { providerName, wayName } from './names.ts';
import { JOB_NAMES, QUEUE_NAMES } from './operation.ts';

interface Subject {
  readonly subject: string;
  readonly subject_name: string;
}

/** Labels for subjects stored as the product's own codes, by kind. */
const WORDS: Readonly<Record<string, (written: string) => string>> = {
  day: (job) => wordOf(JOB_NAMES, job),
  work: (queue) => wordOf(QUEUE_NAMES, queue),
  difference: (written) => {
    const [provider = '', ...key] = written.split(' ');
    return [providerName(provider), ...key].join(' ');
  },
  settlement: (written) => {
    const [network = '', ...file] = written.split(': ');
    return [wayName(network), ...file].join(': ');
  },
};

const wordOf = (words: Readonly<Record<string, string>>, name: string) => words[name] ?? name;

export function subjectName({ subject, subject_name }: Subject): string {
  const [kind = ''] = subject.split(':');
  return WORDS[kind]?.(subject_name) ?? subject_name;
}
