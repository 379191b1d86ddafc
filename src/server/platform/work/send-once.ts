/** Order that a provider identifies by a reference and carries out once, however often it is sent. */
interface Order<Answer extends { readonly state: string }> {
  /** Absent if the data needed to send it is no longer stored. */
  readonly send?: () => Promise<Answer>;
  readonly query: () => Promise<Answer>;
  readonly refused: Answer['state'];
}

/**
 * Queries an order that may have been sent, and sends it if the provider does not know it, because the
 * process that should have sent it is gone. Both may throw; then the state is unknown.
 */
export async function askOrSend<Answer extends { readonly state: string }>({
  send,
  query,
  refused,
}: Order<Answer>): Promise<Answer> {
  const known = await query();
  if (known.state !== 'not-found' || send === undefined) return known;
  const answer = await send();
  if (answer.state !== refused) return answer;
  // A provider that did accept the reference may report the duplicate as a refusal.
  const said = await query();
  return said.state === 'not-found' ? answer : said;
}
