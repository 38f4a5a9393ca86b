import { expect, it } from 'vitest'
import { startGateway } from '../../../packages/simulator/src/index.ts'
import { payOrder } from './use-gateway.ts'

const GATEWAYS = 200
const LIMIT_MS = 30_000

it('200 gateways, each with a paid order, take less than 30 seconds', async () => {
  await (await startGateway()).close()
  const startedMs = performance.now()
  for (let turn = 0; turn < GATEWAYS; turn++) {
    await using gateway = await startGateway()
    await payOrder(gateway, 'A-1')
    await gateway.journal.toHaveChargedOnce('A-1')
  }
  expect(performance.now() - startedMs).toBeLessThan(LIMIT_MS)
})

it('twenty gateways at once stay apart', async () => {
  const counts = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      await using gateway = await startGateway()
      for (let order = 0; order <= index % 3; order++) await payOrder(gateway, 'A-1')
      return (await gateway.charges('A-1')).length
    }),
  )
  expect(counts).toEqual(Array.from({ length: 20 }, (_, index) => (index % 3) + 1))
})
