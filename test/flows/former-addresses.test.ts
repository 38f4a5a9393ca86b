import { expect, it } from 'vitest'
import { merchantOf, setSandbox } from '../support/merchant.ts'
import { reconcileNow } from '../support/reconcile.ts'
import { useWorld } from '../support/use-world.ts'
import type { Json } from '../support/world.ts'

const world = useWorld()

const visit = async (path: string) => {
  const { status, headers } = await fetch(`${world.url}${path}`, { redirect: 'manual' })
  return { status, location: headers.get('location') }
}

const report = async (): Promise<{ run: Json; token: string }> => {
  const missed = await merchantOf(world).open()
  await setSandbox(world, 'faults', { webhooks: { drop: 1 } })
  await world.pay(missed.checkoutUrl)
  await setSandbox(world, 'faults', { webhooks: { drop: 0 } })
  const run = await reconcileNow(world)
  const { page_token: token } = await world.puente.ctx.db.query
    .selectFrom('reconciliations')
    .select('page_token')
    .where('id', '=', run.id)
    .executeTakeFirstOrThrow()
  return { run, token }
}

it('a report has its address in the dashboard, and its former addresses redirect there', async () => {
  const { run, token } = await report()
  expect(run.page_url).toBe(`${world.url}/money/reconciliations/${run.id}`)
  const [{ timeline_url: ofOrder }] = run.differences.data
  expect(ofOrder).toMatch(new RegExp(`^${world.url}/orders/ord_\\w+$`))
  const orderId = ofOrder.split('/').at(-1)
  const toRun = { status: 302, location: `/money/reconciliations/${run.id}` }
  expect(await visit(`/reports/${token}?lang=es`)).toEqual(toRun)
  expect(await visit(`/reports/${token}/report.csv`)).toEqual(toRun)
  const toOrder = { status: 302, location: `/orders/${orderId}` }
  expect(await visit(`/reports/${token}/orders/${orderId}`)).toEqual(toOrder)
})

it('a former address with an invalid token answers 404, and no redirect leaves the host', async () => {
  const { token } = await report()
  expect((await visit(`/reports/${token}x`)).status).toBe(404)
  expect((await visit('/reports/%00')).status).toBe(404)
  expect((await visit(`/reports/${token}x/orders/ord_1`)).status).toBe(404)
  const elsewhere = await visit(`/reports/${token}/orders/${encodeURIComponent('//evil.example')}`)
  expect(elsewhere.location).toBe('/orders/%2F%2Fevil.example')
})
