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
