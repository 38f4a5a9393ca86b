import { beforeAll, describe, expect, it } from 'vitest'
import { commandOf, settingsOf } from '../support/command.ts'
import { deliver, eventOf } from '../support/gateway-events.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { asPage, signedInPerson } from '../support/people.ts'
import { settled } from '../support/settled.ts'
import { useStarted, useWorld } from '../support/use-world.ts'
import { eventually, type Json, TEST_STORE } from '../support/world.ts'

const SHORT = 'whsec_of_15_cha'
const LONG = 'whsec_of_16_char'

let owner: { cookie: string; email: string }
const mail = useStarted(startMailServer)
const world = useWorld(() => ({
  ALERT_LANGUAGE: 'en',
  ALERT_EMAIL_FROM: 'puente@shop.example',
  SMTP_URL: mail.url,
}))
beforeAll(async () => {
  owner = await signedInPerson(world, { email: 'dueno@shop.example' })
  await signedInPerson(world, { email: 'empleada@shop.example', role: 'operator' })
})

const ROTATE = '/v1/store/secrets/webhook-secret/rotate'
const rotateAsOwner = (body: Json) =>
  asPage(world, 'POST', `/operator/v1/stores/${TEST_STORE}/secrets/webhook-secret/rotate`, {
    cookie: owner.cookie,
    body,
  })
const auditEntries = async (action: string): Promise<Json[]> => {
  const answer = await asPage(
    world,
    'GET',
    `/operator/v1/audit?action=${encodeURIComponent(action)}`,
    {
      cookie: owner.cookie,
    },
  )
  return ((await answer.json()) as Json).data
}
const mails = async (count: number): Promise<MailServer['mails']> => {
  await settled(world)
  return eventually(async () => mail.mails.length >= count && mail.mails)
}

describe('a new webhook secret of fewer than 16 characters', () => {
  it('an API key cannot set a short secret, also not with allow_short', async () => {
    const refused = await world.api('POST', ROTATE, { webhook_secret: SHORT })
    expect([refused.status, refused.body.errors[0].path]).toEqual([422, 'webhook_secret'])
    const padded = await world.api('POST', ROTATE, { webhook_secret: `${SHORT}     ` })
    expect(padded.status).toBe(422)
    const asked = await world.api('POST', ROTATE, { webhook_secret: SHORT, allow_short: true })
    expect([asked.status, asked.body.errors[0].path]).toEqual([422, 'allow_short'])
  })

  it('an owner can set a short secret only with allow_short, which the audit log records', async () => {
    expect((await rotateAsOwner({ webhook_secret: SHORT })).status).toBe(422)
    const before = mail.mails.length
    expect((await rotateAsOwner({ webhook_secret: SHORT, allow_short: true })).status).toBe(200)
    const [entry] = await auditEntries('rotateWebhookSecret')
    expect(entry.request).toMatchObject({ allow_short: true })
    expect(JSON.stringify(entry)).not.toContain(SHORT)
    expect((await mails(before + 1)).at(-1)?.to).toEqual([owner.email])
  })

  it('a stored short secret still verifies, and can be set again', async () => {
    const body = eventOf({ id: 1, amount: 1, currency: '340' }, 'approved')
    expect((await deliver(world.url, { body, secret: SHORT })).status).toBe(200)
    expect((await world.api('POST', ROTATE, { webhook_secret: SHORT })).status).toBe(200)
  })

  it('the command line refuses a short secret without --allow-short', async () => {
    const run = commandOf('stores', () => settingsOf(world))
    const rotate = [
      'rotate',
      'webhook-secret',
      '--id',
      TEST_STORE,
      '--webhook-secret',
      'whsec_short',
    ]
    const refused = await run(...rotate)
    expect([refused.hasFailed, refused.stderr]).toEqual([
      true,
      expect.stringContaining('--allow-short'),
    ])
    expect((await run(...rotate, '--allow-short')).hasFailed).toBe(false)
    const [entry] = await auditEntries('stores rotate webhook-secret')
    expect(entry.request.options).toContain('allow-short')
  })

  it('the test of gateway keys refuses a short secret too', async () => {
    const body = { secret_key: 'sk_test_sandbox', webhook_secret: SHORT }
    const test = (more: Json) =>
      asPage(world, 'POST', '/operator/v1/gateway-keys/test', {
        cookie: owner.cookie,
        body: { ...body, ...more },
      })
    expect((await test({})).status).toBe(422)
    expect((await test({ allow_short: true })).status).toBe(200)
    expect((await test({ webhook_secret: LONG })).status).toBe(200)
  })
})

it('a rotation by an API key is in the audit log with the key, and mailed to the owners only', async () => {
  const before = mail.mails.length
  expect((await world.api('POST', ROTATE, { webhook_secret: LONG })).status).toBe(200)
  expect((await world.api('POST', '/v1/store/secrets/notify-secret/rotate', {})).status).toBe(200)
  const [entry] = await auditEntries('rotateWebhookSecret')
  expect(entry).toMatchObject({ actor: { kind: 'api_key' }, store_id: TEST_STORE, outcome: 'done' })
  const mailed = await eventually(async () => {
    const own = mail.mails.slice(before).filter(({ text }) => text.startsWith('The API key'))
    return own.length >= 2 && own
  })
  const about = (secret: string) =>
    mailed.find(({ headers }) => headers.get('subject')?.endsWith(secret))
  const webhook = about('signing secret')
  expect([webhook?.to, about('notify secret')?.to]).toEqual([[owner.email], [owner.email]])
  expect(webhook?.text).not.toContain(LONG)
})

it('the mail about the rotated secret of an endpoint names the endpoint without its query', async () => {
  const url = 'https://erp.example/puente?token=t-123'
  const { body } = await world.api('POST', '/v1/endpoints', { url })
  const before = mail.mails.length
  await world.api('POST', `/v1/endpoints/${body.id}/secret/rotate`, {})
  const mailed = await eventually(async () => mail.mails[before])
  expect(mailed.headers.get('subject')).toMatch(/endpoint/)
  expect(mailed.text).toContain('secret of the notification endpoint https://erp.example/puente')
  expect(mailed.text).not.toContain('t-123')
})
