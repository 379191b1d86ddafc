export interface ListedPlace {
  readonly code: string;
  readonly name: string;
}

export interface PlacesRegister {
  /** @throws if the register is unreachable or its response incomplete */
  provinces(): Promise<readonly ListedPlace[]>;
  /** Localities of a province. @throws if the register is unreachable or its response incomplete */
  localities(provinceCode: string): Promise<readonly ListedPlace[]>;
}
