import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { merchantOf, pass, setSandbox } from '../support/merchant.ts'
import { settled } from '../support/settled.ts'
import { useWorldBehindProxy } from '../support/use-world.ts'
import { eventually } from '../support/world.ts'

const { world, proxy } = useWorldBehindProxy()
const merchant = merchantOf(world, { prefix: 'M' })

const metricsNow = async (): Promise<string> => (await fetch(`${world.url}/metrics`)).text()

const seriesOf = (text: string, series: string): number => {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `))
  return Number(line?.slice(series.length + 1) ?? 'nothing')
}
const value = async (series: string): Promise<number> => seriesOf(await metricsNow(), series)

describe('the metrics of a process', () => {
  it('metrics are not served to requests that come through a proxy', async () => {
    const answer = await fetch(`${world.url}/metrics`, {
      headers: { 'x-forwarded-for': '203.0.113.7' },
    })
    expect(answer.status).toBe(404)
    expect(await answer.text()).not.toContain('puente_')
  })

  it('metrics give the durations of gateway calls, events and notifications', async () => {
    const { id } = await merchant.paid()
    await eventually(async () => merchant.notifications(id).includes('order.paid'))
    await settled(world)
    const text = await metricsNow()
    expect(seriesOf(text, 'puente_gateway_call_seconds_count{outcome="success"}')).toBe(1)
    expect(seriesOf(text, 'puente_event_applied_seconds_count')).toBe(1)
    expect(seriesOf(text, 'puente_store_notified_seconds_count{platform="headless"}')).toBe(1)
    const took = seriesOf(text, 'puente_store_notified_seconds_sum{platform="headless"}')
    expect(took).toBeGreaterThan(0)
    expect(took).toBeLessThan(60)
  })

  it('a state without entries has the value 0', async () => {
    const text = await metricsNow()
    expect(seriesOf(text, 'puente_open_alerts{kind="order_paid_twice"}')).toBe(0)
    expect(seriesOf(text, 'puente_tasks{state="dead"}')).toBe(0)
    expect(seriesOf(text, 'puente_open_circuits{of="gateway"}')).toBe(0)
    expect(seriesOf(text, 'puente_waiting_notifications{platform="shopify"}')).toBe(0)
  })

  it('metrics count open alerts, dead tasks and refused gateway calls', async () => {
    await setSandbox(world, 'faults', { webhooks: { drop: 1 } })
    const order = await merchant.open()
    await world.pay(order.checkoutUrl)
    proxy.always({ kind: 'answer', status: 401 })
    await pass(world, 5 * 60 + 1)
    await eventually(async () => (await value('puente_tasks{state="dead"}')) === 1)
    const text = await metricsNow()
    expect(seriesOf(text, 'puente_open_alerts{kind="gateway_key_refused"}')).toBe(1)
    expect(
      seriesOf(text, 'puente_gateway_call_seconds_count{outcome="refused"}'),
    ).toBeGreaterThanOrEqual(1)
    proxy.always(undefined)
    await setSandbox(world, 'faults', { webhooks: { drop: 0 } })
  })

  it('metrics count the notifications that wait for an unreachable store, and its open circuit', async () => {
    await world.shop.close()
    await merchant.paid()
    await eventually(
      async () => (await value('puente_waiting_notifications{platform="headless"}')) > 0,
    )
    await eventually(async () => {
      await pass(world, 60)
      return (await value('puente_open_circuits{of="shop"}')) === 1
    })
  })

  it('metrics include every series that the Prometheus rules use', async () => {
    const text = await metricsNow()
    const known = new Set([...text.matchAll(/^(puente_\w+)/gm)].map(([, name]) => name))
    const rules = readFileSync('deploy/prometheus/alerts.yaml', 'utf8')
    const asked = [...rules.matchAll(/puente_\w+/g)].map(([name]) => name)
    expect(asked.length).toBeGreaterThan(10)
    expect(asked.filter((name) => !known.has(name))).toEqual([])
  })
})
