/** A locality as the public register has it. */
export interface ListedPlace {
  readonly code: string;
  readonly name: string;
}

/** The public register of provinces and localities of a country. */
export interface PlacesRegister {
  /** @throws when the register is unreachable or its answer incomplete */
  provinces(): Promise<readonly ListedPlace[]>;
  /** All localities of a province. @throws the same */
  localities(provinceCode: string): Promise<readonly ListedPlace[]>;
}
