import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { startGateway } from '../../../packages/simulator/src/index.ts'
import { createPayment } from './use-gateway.ts'

it('200 gateways of one process, one after another, each start empty', async () => {
  for (let turn = 0; turn < 200; turn++) {
    await using gateway = await startGateway()
    expect(await gateway.charges('A-1')).toEqual([])
    const { id } = await createPayment(gateway, 'A-1')
    expect(id).toBe(100_001)
    await gateway.pay(id)
    await gateway.journal.toHaveChargedOnce('A-1')
  }
})

/** The engine waits ten seconds of real time for another gateway. */
const LONGER_THAN_IDLE_MS = 13_000

it('an engine without gateways ends, and the next gateway starts another', async () => {
  await (await startGateway()).close()
  await sleep(LONGER_THAN_IDLE_MS)
  await using gateway = await startGateway()
  expect((await createPayment(gateway, 'A-1')).id).toBe(100_001)
})
