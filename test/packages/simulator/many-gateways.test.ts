import { expect, it } from 'vitest'
import { startGateway } from '../../../packages/simulator/src/index.ts'
import { createPayment, payOrder } from './use-gateway.ts'

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
