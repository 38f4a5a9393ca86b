import { beforeAll, describe, expect, it } from 'vitest'
import { headerText, startMailServer } from '../../support/mail-server.ts'
import { startHangingUp } from '../../support/mail-server-that-hangs-up.ts'
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
  it('owners choose reports for everyone, other members only for themselves', async () => {
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
  it('a daily report arrives once, with the money of the day before, open alerts and a CSV', async () => {
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
    // Excel reads UTF-8 only after a byte order mark.
    expect(header.split(',').slice(0, 4)).toEqual(['\uFEFFday', 'currency', 'paid_count', 'paid'])
    expect(row.split(',').slice(1, 4)).toEqual(['HNL', '1', '320.50'])
    await pass(world, HOUR_SECONDS)
    expect(mailsTo(owner.email)).toHaveLength(1)
    const settings = `${world.url}/stores/${TEST_STORE}#reports`
    expect(report.headers.get('list-unsubscribe')).toBe(`<${settings}>`)
    expect(report.text).toContain(settings)
  })

  it('a daily report waits for a mail server that is away, and the settings say why', async () => {
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

  it('a report that the mail server refused or did not confirm is not repeated, and the next one is sent', async () => {
    const mine = async () =>
      (await listed(owner)).find(({ email }: Json) => email === owner.email) ?? {}
    const before = mailsTo(owner.email).length
    mail.rules.refuse = () => '550 5.1.1 no such user'
    await pass(world, DAY_SECONDS)
    await eventually(async () => (await mine()).last_error?.includes('no such user'))
    mail.rules.refuse = undefined
    await mail.close()
    const hangsUp = await startHangingUp(mail.url)
    await pass(world, DAY_SECONDS)
    await eventually(async () => hangsUp.texts() === 1)
    await eventually(async () => !(await mine()).last_error?.includes('no such user'))
    expect((await mine()).last_error).toEqual(expect.any(String))
    await hangsUp.close()
    await mail.start()
    await pass(world, 8 * HOUR_SECONDS)
    await pass(world, DAY_SECONDS)
    await eventually(async () => (await mine()).last_error === null)
    expect(mailsTo(owner.email)).toHaveLength(before + 1)
  })

  it('a daily report does not go to a member who left', async () => {
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
