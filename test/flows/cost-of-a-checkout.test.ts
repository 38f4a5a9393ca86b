import { expect, it } from 'vitest'
import { merchantOf } from '../support/merchant.ts'
import { statementsOf } from '../support/statements.ts'
import { useWorld } from '../support/use-world.ts'

const world = useWorld({ ROLES: 'web' })

/** Statements of the sandbox, signals, periodic checks, records of requests and pings of idle connections. */
const NOT_OF_A_REQUEST =
  /pg_notify|journal|from "circuits"|from "alerts" where "kind"|into "payments" \("environment"|into api_requests|^select 1$/i

it('the checkout of a new order costs at most six statements, with a key eight, and each of its links at most two, which only read', async () => {
  const merchant = merchantOf(world)
  await merchant.open()
  let payUrl = ''
  const checkout = await statementsOf(async () => {
    payUrl = (await merchant.open()).payUrl
  })
  // The intent is one statement, which needs no transaction around it.
  expect(checkout.commits).toBe(1)
  const own = checkout.statements.filter((text) => !NOT_OF_A_REQUEST.test(text))
  expect(own.length, own.join('\n')).toBeLessThanOrEqual(6)

  // A key adds its claim and its end, which wait for no disk.
  const headers = { 'idempotency-key': 'cost-1' }
  const order = { id: 'cost-1', amount: '125.50', currency: 'HNL' }
  const keyed = await statementsOf(() => world.api('POST', '/v1/checkouts', { order }, headers))
  expect(keyed.commits).toBe(1)
  const ofKey = keyed.statements.filter((text) => !NOT_OF_A_REQUEST.test(text))
  expect(ofKey.length, ofKey.join('\n')).toBeLessThanOrEqual(8)
  const flushed = ofKey.filter(
    (text) => /keyed_requests/.test(text) && !/synchronous_commit/.test(text),
  )
  expect(flushed).toEqual([])

  for (const address of [payUrl, `${payUrl}/return`]) {
    const visit = await statementsOf(() => fetch(address, { redirect: 'manual' }))
    const own = visit.statements.filter((text) => !NOT_OF_A_REQUEST.test(text))
    expect(own.length, own.join('\n')).toBeLessThanOrEqual(2)
    const writing = own.filter((text) => /insert|update|delete/i.test(text))
    expect({ address, commits: visit.commits, writing }).toEqual({
      address,
      commits: 0,
      writing: [],
    })
  }
})
