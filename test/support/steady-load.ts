import { deliver, unmatchedEvent } from './gateway-events.ts'

/**
 * Sends deliveries and requests of a shop in turn at a fixed rate, until the returned function is
 * called. It returns the answers: a status or an error, and how often.
 */
export const startSteadyLoad = (
  url: string,
  { apiKey, perSecond }: { apiKey: string; perSecond: number },
): (() => Promise<Record<string, number>>) => {
  const answers = new Map<string, number>()
  const sent: Promise<void>[] = []
  const count = (answer: string): void => {
    answers.set(answer, (answers.get(answer) ?? 0) + 1)
  }
  const headers = { authorization: `Bearer ${apiKey}` }
  const send = async (turn: number): Promise<Response> =>
    turn % 2 === 0
      ? deliver(url, { body: unmatchedEvent() })
      : fetch(`${url}/v1/orders?limit=1`, { headers })
  let turn = 0
  const sending = setInterval(() => {
    const answered = send(turn++).then(
      async (response) => {
        await response.arrayBuffer()
        count(String(response.status))
      },
      (error) => count(String(error.cause ?? error)),
    )
    sent.push(answered)
  }, 1_000 / perSecond)
  return async () => {
    clearInterval(sending)
    await Promise.all(sent)
    return Object.fromEntries(answers)
  }
}
