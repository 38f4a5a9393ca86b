import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { DASHBOARD, dashboardText, PANELS } from '../../deploy/grafana/build.ts'
import { merchantOf } from '../support/merchant.ts'
import { useWorld } from '../support/use-world.ts'
import { eventually } from '../support/world.ts'

const world = useWorld()
const merchant = merchantOf(world, { prefix: 'G' })

const metricsNow = async (): Promise<string> => (await fetch(`${world.url}/metrics`)).text()

it('the dashboard in the repository is the one that its script makes', () => {
  expect(readFileSync(DASHBOARD, 'utf8')).toBe(dashboardText())
})

it('every metric and label of the dashboard is one that Puente shows', async () => {
  const shown = await metricsNow()
  for (const { title, queries } of PANELS)
    for (const { expr } of queries) {
      const metrics = expr.match(/(?:puente|process)_\w+/g) ?? []
      expect(metrics.length, title).toBeGreaterThan(0)
      for (const metric of metrics) {
        const family = metric.replace(/_(?:bucket|count)$/, '')
        expect(shown, title).toMatch(new RegExp(`^# TYPE ${family}(?:_total)? `, 'm'))
      }
    }
})

it('a service level asks for a bucket that counts the notifications of a store', async () => {
  const asked = PANELS.flatMap(({ queries }) => queries).flatMap(({ expr }) =>
    [...expr.matchAll(/(\w+)_bucket\{[^}]*le="([\d.]+)"/g)].map(([, name, le]) => ({ name, le })),
  )
  expect(asked.length).toBeGreaterThan(0)
  // A histogram with labels has no buckets before its first observation.
  await merchant.paid()
  const shown = await eventually(async () => {
    const text = await metricsNow()
    return /^puente_store_notified_seconds_count\{[^}]*\} [1-9]/m.test(text) && text
  })
  for (const { name, le } of asked)
    expect(shown).toMatch(new RegExp(`^${name}_bucket\\{(?:[^}]*,)?le="${le}"[,}]`, 'm'))
})
