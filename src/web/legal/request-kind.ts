/** Kind of the request, named as in `POST /v3/withdrawal`. */
export type RequestKind = 'loan' | 'membership';
