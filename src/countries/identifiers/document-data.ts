/** Barcode content of an identity document. */
export interface DocumentData {
  readonly documentNumber: string;
  readonly lastName: string;
  readonly firstName: string;
  /** `YYYY-MM-DD`. */
  readonly birthdate: string;
  /** 'M', 'F' or 'X'; '' when the code has none. */
  readonly gender: string;
}
