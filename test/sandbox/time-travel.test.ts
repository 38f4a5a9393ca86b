import { beforeAll, expect, test } from 'vitest'
import { startReceiver } from '../contract/support/receiver.ts'
import { useGateway, useStarted } from '../support/use-world.ts'

const gateway = useGateway()
const receiver = useStarted(startReceiver)
beforeAll(async () => {
  await gateway.addEndpoint(receiver.url)
})

test('a jump makes every attempt at its time, even among others due seconds apart', async () => {
  receiver.answerWith(500)
  const first = await gateway.payNew()
  await gateway.advance(10)
  const second = await gateway.payNew()
  await receiver.waitFor(2)
  await gateway.advance(82 * 60)
  for (const { id } of [first, second]) {
    const [event] = receiver.about(id).map((delivery) => delivery.event)
    const attempts = (await gateway.journal('delivery')).filter(
      ({ event_id }) => event_id === event.id,
    )
    const times = attempts.map(({ at }) => Date.parse(at))
    const waits = times.slice(1).map((time, index) => (time - (times[index] ?? 0)) / 60_000)
    expect(waits.map((minutes) => Math.round(minutes * 20) / 20)).toEqual([1, 5, 15, 60])
  }
})
