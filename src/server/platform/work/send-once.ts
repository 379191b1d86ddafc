/** An order that a provider knows by a reference and carries out once, however often it is sent. */
interface Order<Answer extends { readonly state: string }> {
  /** Absent where the data needed to send it is not kept. */
  readonly send?: () => Promise<Answer>;
  readonly query: () => Promise<Answer>;
  /** The state of an order that was refused. */
  readonly refused: Answer['state'];
}

/**
 * Queries an order that was sent, and sends it again where the provider has never heard of it: the process
 * that should have done so is gone. Both may throw; then nothing is known.
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
  // A provider that has taken the reference after all may say so in the words of a refusal.
  const said = await query();
  return said.state === 'not-found' ? answer : said;
}
