/** An SMS gateway. */
export interface SmsGateway {
  /**
   * @param to E.164 number
   * @returns the provider's id
   * @throws when the provider did not accept it
   */
  send(to: string, text: string): Promise<string>;
}
