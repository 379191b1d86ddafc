/** What somebody wants out of: `POST /v3/withdrawal` names it so. */
export type RequestKind = 'loan' | 'membership';
