import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../src/runtime/net/free-port.ts'
import { type Balancer, startBalancer } from '../support/balancer.ts'
import { settingsOf } from '../support/command.ts'
import { deliver, unmatchedEvent } from '../support/gateway-events.ts'
import { type PuenteProcess, startPuenteProcess } from '../support/puente-process.ts'
import { startSteadyLoad } from '../support/steady-load.ts'
import { useWorld } from '../support/use-world.ts'

const DRAIN_SECONDS = 1
const PER_SECOND = 200
const RESTARTS = 4

const world = useWorld()
let addresses: { url: string; port: number }[]
let processes: PuenteProcess[]
let balancer: Balancer

const start = ({ url, port }: { url: string; port: number }): Promise<PuenteProcess> =>
  startPuenteProcess(url, {
    ...settingsOf(world),
    ROLES: 'web',
    PORT: String(port),
    DRAIN_SECONDS: String(DRAIN_SECONDS),
  })

beforeAll(async () => {
  const ports = [await freePort(), await freePort()]
  addresses = ports.map((port) => ({ port, url: `http://127.0.0.1:${port}` }))
  processes = await Promise.all(addresses.map(start))
  balancer = await startBalancer(addresses.map(({ url }) => url))
})
afterAll(async () => {
  await balancer?.close()
  for (const each of processes ?? []) await each.kill()
})

describe('a rolling restart behind a load balancer', () => {
  it('a process that stops says so to the load balancer first, and still takes requests', async () => {
    const [process, address] = [processes[0], addresses[0]]
    if (!process || !address) throw new Error('Nothing runs')
    const status = async (path: string) => (await fetch(`${address.url}${path}`)).status
    expect(await status('/readyz')).toBe(200)
    const stopping = process.stop()
    await expect.poll(() => status('/readyz')).toBe(503)
    expect(await status('/health')).toBe(200)
    expect(await status('/livez')).toBe(200)
    expect((await deliver(address.url, { body: unmatchedEvent() })).status).toBe(200)
    expect(await stopping).toBe(0)
    processes[0] = await start(address)
  })

  it(`of ${PER_SECOND} requests a second, none fails while each process is restarted twice`, async () => {
    const load = { apiKey: world.apiKey, perSecond: PER_SECOND }
    const endLoad = startSteadyLoad(balancer.url, load)
    for (let restart = 0; restart < RESTARTS; restart++) {
      const index = restart % addresses.length
      const [process, address] = [processes[index], addresses[index]]
      if (!process || !address) throw new Error('Nothing runs')
      expect(await process.stop()).toBe(0)
      processes[index] = await start(address)
      // The balancer finds it again.
      await sleep(500)
    }
    expect(Object.keys(await endLoad())).toEqual(['200'])
  })
})
