/** The support ticket that a request becomes; what the person adds follows the content. */
export interface RequestTicket {
  readonly subject: string;
  readonly content: string;
}
