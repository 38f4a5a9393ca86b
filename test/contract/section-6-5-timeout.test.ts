import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { type Harness, startHarness } from './support/harness.ts'
import { type Receiver, startReceiver } from './support/receiver.ts'
import { controlledDescribe } from './support/target.ts'

/** Separate file, because it waits for the 15 s timeout. */
controlledDescribe('6.5 and 8. Timeout per attempt', () => {
  let gateway: Harness
  let receiver: Receiver
  beforeAll(async () => {
    gateway = await startHarness()
    receiver = await startReceiver()
    await gateway.addEndpoint(receiver.url)
  })
  afterAll(async () => {
    await gateway.close()
    await receiver.close()
  })

  test('an attempt without a response times out after 15 seconds and counts', async () => {
    receiver.answerWith('hang')
    const { id } = await gateway.payNew()
    const [attempt] = await receiver.waitUntil(({ data }) => data.id === id)
    await eventually(async () => (attempt?.cutAfterMs ?? 0) > 0)
    expect(attempt?.cutAfterMs).toBeGreaterThan(14_500)
    expect(attempt?.cutAfterMs).toBeLessThan(16_500)
    receiver.answerWith(200)
    await gateway.advance(61)
    await receiver.waitUntil(({ data }) => data.id === id, 2)
  })
})
