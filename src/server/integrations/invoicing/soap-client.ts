/** Longest call, milliseconds; after it the number is asked for. */
const timeoutMs = 30_000;
/** Longest answer; that of a document has a few thousand bytes. */
const mostBytes = 1024 * 1024;

export type SoapAnswer = Readonly<Record<string, unknown>>;
type SoapCall = (name: string, parameters: object) => Promise<SoapAnswer>;

/** Client of a service described in our sources; nothing is fetched to make it, and no redirect is followed. */
export async function soapClient(wsdl: string, url: string): Promise<SoapCall> {
  const soap = await import('soap');
  const described = new soap.WSDL(wsdl, '', {});
  await new Promise<void>((resolve, reject) =>
    described.onReady((error) => (error ? reject(error) : resolve())),
  );
  const client = new soap.Client(described, url, {});
  return (name, parameters) =>
    new Promise((resolve, reject) => {
      const method = client[name] as (
        parameters: object,
        done: (error: unknown, answer: SoapAnswer) => void,
        options: object,
      ) => void;
      method(parameters, (error, answer) => (error ? reject(soapFailure(error)) : resolve(answer)), {
        timeout: timeoutMs,
        maxRedirects: 0,
        maxContentLength: mostBytes,
      });
    });
}

/** Strips the request from a failure, because its ticket must not reach a log. */
function soapFailure(error: unknown): Error {
  const message = error instanceof Error ? error.message : String(error);
  return new Error(`SOAP: ${message.slice(0, 300)}`);
}
