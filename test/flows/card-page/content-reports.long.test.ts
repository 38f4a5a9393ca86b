import { describe, expect, it } from 'vitest'
import {
  deleteOldContentReports,
  listContentReports,
} from '../../../src/db/content-reports/content-reports.ts'
import { StoreId } from '../../../src/domain/ids.ts'
import { commandOf, settingsOf } from '../../support/command.ts'
import { connectTestStore, eventually, type Json, TEST_STORE } from '../../support/world.ts'
import { useCardPage } from './use-card-page.ts'

const { world, opened, visit } = useCardPage()

/** Path that the policy of a page names for reports. */
const reportsOf = ({ headers }: Response): string | undefined =>
  /; report-uri (\S+)$/.exec(headers.get('content-security-policy') ?? '')?.[1]

const violation = (blockedURL: string, effectiveDirective = 'script-src-elem') => ({
  type: 'csp-violation',
  body: { effectiveDirective, blockedURL },
})

const post = (path: string | undefined, body: unknown, type = 'application/reports+json') =>
  visit(`${world.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

const rowsOf = async (store: string = TEST_STORE) =>
  listContentReports(world.puente.ctx.db.query, StoreId.parse(store))

const rowOf = (blocked: string) =>
  eventually(async () => (await rowsOf()).find((row) => row.blocked === blocked))

const alerts = async (): Promise<Json[]> => {
  const { body } = await world.api('GET', '/v1/alerts', undefined, { 'accept-language': 'en' })
  return body.data.filter(({ kind }: Json) => kind === 'card_page_script_blocked')
}

describe('reports of what a browser blocked on a pay page', () => {
  it('every page of a link names the address for reports', async () => {
    const { payUrl, link } = await opened()
    for (const [path, page] of [
      ['/card', 'card'],
      ['/return', 'pay'],
    ]) {
      const answer = await visit(`${payUrl}${path}`)
      expect(reportsOf(answer)).toBe(`${link}/reports?page=${page}`)
      const policy = answer.headers.get('content-security-policy')
      expect(policy?.match(/report-uri/g)).toHaveLength(1)
    }
  })

  it('an unknown script on the card page opens an alert, once for each source', async () => {
    const { payUrl } = await opened()
    const path = reportsOf(await visit(`${payUrl}/card`))
    expect((await post(path, [violation('https://evil.example/x.js')])).status).toBe(204)
    const former = {
      'csp-report': { 'effective-directive': 'script-src-elem', 'blocked-uri': 'inline' },
    }
    expect((await post(path, former, 'application/csp-report')).status).toBe(204)
    await rowOf('inline')
    const [alert, ...others] = await eventually(async () => {
      const open = await alerts()
      return open[0]?.details.sources.length === 2 ? open : undefined
    })
    expect(others).toEqual([])
    expect(alert.what).toMatch(
      /^A browser blocked a script on the card page, from: (evil\.example and inline|inline and evil\.example)\.$/,
    )
    await world.api('POST', `/v1/alerts/${alert.id}/close`)
    await post(path, [violation('https://evil.example/other.js')])
    await eventually(async () => ((await rowOf('evil.example'))?.reports === 2n ? true : undefined))
    expect(await alerts()).toEqual([])
    await post(path, [violation('https://worse.example/')])
    await eventually(async () => (await alerts())[0])
  })

  it('a blocked image, and a script on a page without card fields, open no alert', async () => {
    const before = (await alerts()).flatMap(({ details }) => details.sources)
    const { payUrl } = await opened()
    await post(reportsOf(await visit(`${payUrl}/card`)), [
      violation('https://img.example', 'img-src'),
    ])
    await post(reportsOf(await visit(`${payUrl}/return`)), [violation('https://pay.example')])
    expect(await rowOf('img.example')).toMatchObject({ page: 'card', directive: 'img-src' })
    expect(await rowOf('pay.example')).toMatchObject({ page: 'pay', reports: 1n })
    expect((await alerts()).flatMap(({ details }) => details.sources)).toEqual(before)
  })

  it('a stranger without the link of an order cannot report anything', async () => {
    expect(
      (await post('/pay/guess/reports?page=card', [violation('https://a.example')])).status,
    ).toBe(404)
    expect((await rowsOf()).some(({ blocked }) => blocked === 'a.example')).toBe(false)
  })

  it.each([
    ['no JSON', '{', 422],
    ['nothing', '', 422],
    ['no report', { a: 1 }, 422],
    ['more than a report', [violation(`https://x.example/${'x'.repeat(20_000)}`)], 413],
  ])('a body that is %s is refused', async (_, body, status) => {
    const { payUrl } = await opened()
    const answer = await post(reportsOf(await visit(`${payUrl}/card`)), body)
    expect(answer.status).toBe(status)
  })

  it('a sender who invents a thousand sources fills a bounded list, and the rest counts as other', async () => {
    await connectTestStore(world.puente, {
      id: 'flooded',
      notifyUrl: null,
      apiKey: 'puente_test_flooded_key',
    })
    const { body } = await world.api(
      'POST',
      '/v1/checkouts',
      { order: { id: 'F-1', amount: '10.00', currency: 'HNL' } },
      { authorization: 'Bearer puente_test_flooded_key' },
    )
    const link = new URL(body.pay_url).pathname
    const post20 = (batch: number) =>
      post(
        `${link}/reports?page=pay`,
        Array.from({ length: 20 }, (_, at) => violation(`https://s${batch}-${at}.example`)),
      )
    for (let batch = 0; batch < 50; batch++) expect((await post20(batch)).status).toBe(204)
    const other = await eventually(async () =>
      (await rowsOf('flooded')).find(({ blocked }) => blocked === 'other'),
    )
    expect(other.reports).toBeGreaterThan(0n)
    await post(`${link}/reports?page=card`, [violation('https://real.example')])
    await eventually(async () =>
      (await rowsOf('flooded')).find(({ page, blocked }) => page === 'card' && blocked === 'other'),
    )
    expect((await rowsOf('flooded')).length).toBeLessThanOrEqual(102)
  })

  it('"puente content-reports" lists them, and retention deletes those without recent reports', async () => {
    const puente = commandOf('puente', () => settingsOf(world))
    const { stdout } = await puente('content-reports', '--store', TEST_STORE)
    expect(stdout).toMatch(/^\S+Z\ttienda\tcard\tscript-src-elem\tevil\.example\t2$/m)
    const json = JSON.parse((await puente('content-reports', '--json')).stdout)
    expect(json.data).toContainEqual(
      expect.objectContaining({ store_id: TEST_STORE, blocked: 'img.example', reports: 1 }),
    )
    const { query } = world.puente.ctx.db
    const [newest] = await rowsOf()
    await deleteOldContentReports(query, new Date(Number(newest?.last_at) + 1))
    expect(await rowsOf()).toEqual([])
  })
})
