import { beforeAll, expect, test } from 'vitest'
import { DELIVERY } from '../../src/contract/events.ts'
import { eventually } from '../support/eventually.ts'
import { useGateway, useStarted } from '../support/use-world.ts'
import { startReceiver } from './support/receiver.ts'
import { controlledDescribe } from './support/target.ts'

/** Separate file, because it waits for the 15 s timeout. */
controlledDescribe('6.5 and 8. Timeout per attempt', () => {
  const gateway = useGateway()
  const receiver = useStarted(startReceiver)
  beforeAll(async () => {
    await gateway.addEndpoint(receiver.url)
  })

  test('an attempt without a response times out after 15 seconds and counts', async () => {
    receiver.answerWith('hang')
    const { id } = await gateway.payNew()
    const [attempt] = await receiver.waitUntil(({ data }) => data.id === id)
    await eventually(async () => (attempt?.cutAfterMs ?? 0) > 0)
    expect(DELIVERY.timeoutMs).toBe(15_000)
    expect(attempt?.cutAfterMs).toBeGreaterThan(14_500)
    expect(attempt?.cutAfterMs).toBeLessThan(25_000)
    receiver.answerWith(200)
    await gateway.advance(61)
    await receiver.waitUntil(({ data }) => data.id === id, 2)
  })
})
