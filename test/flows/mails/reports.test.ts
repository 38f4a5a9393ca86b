import { beforeAll, describe, expect, it } from 'vitest'
import { headerText, startMailServer } from '../../support/mail-server.ts'
import { mailSettings } from '../../support/mailed-world.ts'
import { DAY_SECONDS, HOUR_SECONDS, merchantOf, pass } from '../../support/merchant.ts'
import { asPage, signedInPerson } from '../../support/people.ts'
import { useStarted, useWorld } from '../../support/use-world.ts'
import { CARDS, eventually, type Json, TEST_STORE } from '../../support/world.ts'

const mail = useStarted(() => startMailServer())
const world = useWorld(() => mailSettings(mail))
const merchant = merchantOf(world, { prefix: 'REP' })
const PATH = `/operator/v1/stores/${TEST_STORE}/reports`
const mailsTo = (address: string) => mail.mails.filter(({ to }) => to.includes(address))

let owner: { cookie: string; email: string }
let viewer: { cookie: string; email: string }
beforeAll(async () => {
  owner = await signedInPerson(world, { email: 'duena@shop.example' })
  viewer = await signedInPerson(world, { email: 'contador@shop.example', role: 'viewer' })
})

const listed = async ({ cookie }: { cookie: string }): Promise<Json[]> => {
  const answer = await asPage(world, 'GET', PATH, { cookie })
  return ((await answer.json()) as Json).data
}
const choose = (who: { cookie: string }, body: Json) =>
  asPage(world, 'POST', PATH, { cookie: who.cookie, body })

describe('who gets reports of a store', () => {
  it('owners choose for everyone, others see and choose their own only', async () => {
    const everyone = await listed(owner)
    expect(everyone.map(({ email, every }: Json) => [email, every])).toEqual(
      expect.arrayContaining([
        ['duena@shop.example', null],
        ['contador@shop.example', null],
      ]),
    )
    expect((await listed(viewer)).map(({ email }: Json) => email)).toEqual([
      'contador@shop.example',
    ])
    const ownerId = everyone.find(({ email }: Json) => email === owner.email)?.person_id
    expect((await choose(viewer, { person_id: ownerId, every: 'day' })).status).toBe(403)
    expect((await choose(viewer, { every: 'week' })).status).toBe(200)
    expect((await choose(owner, { person_id: 'no-one', every: 'day' })).status).toBe(404)
    const [own] = await listed(viewer)
    expect(own).toMatchObject({ every: 'week', sent_at: null })
    expect((await choose(viewer, { every: null })).status).toBe(200)
    expect(await listed(viewer)).toMatchObject([{ every: null, next_at: null }])
  })
})

describe('a daily report', () => {
  it('has the money of the day before, what needs attention, and a CSV, once', async () => {
    await merchant.paid({ amount: '320.50' })
    const { checkoutUrl } = await merchant.open()
    await world.pay(checkoutUrl, CARDS.declined)
    expect((await choose(owner, { every: 'day' })).status).toBe(200)
    await pass(world, DAY_SECONDS)
    const report = await eventually(async () => mailsTo(owner.email).at(0))
    expect(headerText(report.headers.get('subject'))).toMatch(/: (report of|reporte del) /)
    expect(report.text).toMatch(/(Paid|Pagado): L 320\.50/)
    expect(report.text).toMatch(/(Declined|Rechazado): L 100\.00/)
    expect(report.html).toContain('L 320.50')
    const [csv] = report.attachments
    expect(csv?.filename).toMatch(new RegExp(`^${TEST_STORE}-[\\d-]+\\.csv$`))
    const [header = '', row = ''] = (csv?.content.toString() ?? '').split('\r\n')
    expect(header.split(',').slice(0, 4)).toEqual(['day', 'currency', 'paid_count', 'paid'])
    expect(row.split(',').slice(1, 4)).toEqual(['HNL', '1', '320.50'])
    await pass(world, HOUR_SECONDS)
    expect(mailsTo(owner.email)).toHaveLength(1)
  })

  it('waits for a mail server that is away, and says why', async () => {
    const before = mailsTo(owner.email).length
    await mail.close()
    await pass(world, DAY_SECONDS)
    await eventually(async () => {
      const mine = (await listed(owner)).find(({ email }: Json) => email === owner.email)
      return typeof mine?.last_error === 'string'
    })
    await mail.start()
    await pass(world, HOUR_SECONDS)
    await eventually(async () => mailsTo(owner.email).length === before + 1)
    const mine = (await listed(owner)).find(({ email }: Json) => email === owner.email)
    expect(mine).toMatchObject({ last_error: null })
  })

  it('does not go to a person who left', async () => {
    const before = mailsTo(owner.email).length
    const { query } = world.puente.ctx.db
    const person = await query
      .selectFrom('people')
      .select('id')
      .where('email', '=', owner.email)
      .executeTakeFirstOrThrow()
    await query.deleteFrom('members').where('person_id', '=', person.id).execute()
    await pass(world, 2 * DAY_SECONDS)
    await pass(world, HOUR_SECONDS)
    expect(mailsTo(owner.email)).toHaveLength(before)
  })
})
