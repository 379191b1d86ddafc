// Measures loan confirmations, in turns with another version of the product if given: node lab/bench/confirm.ts, or
// BENCH_BESIDE=<folder of its sources> node lab/bench/confirm.ts.
import { addApplicants, confirmation } from './applicants.ts';
import { compareVersions } from './versions.ts';

const applicants = Number(process.env['BENCH_APPLICANTS'] ?? 30_000);

await compareVersions('Confirming', async (database) => {
  await addApplicants(database, applicants);
  let applicant = 0;
  const next = () => {
    applicant += 1;
    return applicant > applicants ? undefined : confirmation(applicant);
  };
  return { next };
});
