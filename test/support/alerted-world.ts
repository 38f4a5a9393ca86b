import { expect } from 'vitest'
import { postReceiver } from './alert-receivers.ts'
import { eventually } from './eventually.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { pass } from './merchant.ts'
import { startWorld, type World } from './world.ts'

const SECRET = `whsec_${Buffer.alloc(32, 5).toString('base64')}`

export interface AlertedWorld extends World {
  mails: MailServer['mails']
  signed: Awaited<ReturnType<typeof postReceiver>>['signed']
  /** Type and alert kind of each received webhook. */
  received(): [string, string][]
  /** Advances in steps and waits for the due schedules after each. */
  pass(seconds: number, step?: number): Promise<void>
  close(): Promise<void>
}

export const startAlertedWorld = async (
  settings: Record<string, string> = {},
): Promise<AlertedWorld> => {
  const mail = await startMailServer()
  const posts = await postReceiver(SECRET)
  const world = await startWorld({
    ALERT_LANGUAGE: 'en',
    ALERT_EMAIL_TO: 'ops@shop.example',
    ALERT_EMAIL_FROM: 'puente@shop.example',
    SMTP_URL: mail.url,
    ALERT_WEBHOOK_URL: posts.signedUrl,
    ALERT_WEBHOOK_SECRET: SECRET,
    ...settings,
  })
  return {
    ...world,
    mails: mail.mails,
    signed: posts.signed,
    received: () => posts.signed.map(({ type, data }) => [type, data.kind]),
    pass: async (seconds, step = 10) => {
      for (let left = seconds; left > 0; left -= step) {
        await pass(world, Math.min(step, left))
        await schedulesClaimed(world)
      }
    },
    close: async () => {
      await world.close()
      await posts.close()
      await mail.close()
    },
  }
}

const SCHEDULES = ['gateway-probes', 'reach', 'group-alerts', 'alert-messages-email', 'webhooks']

const schedulesClaimed = async (world: World): Promise<void> => {
  const { query } = world.puente.ctx.db
  const now = world.puente.ctx.clock.now()
  const isDone = await eventually(async () => {
    const rows = await query
      .selectFrom('schedules')
      .selectAll()
      .where('name', 'in', SCHEDULES)
      .execute()
    return rows.length === SCHEDULES.length && rows.every(({ next_at }) => next_at > now)
  })
  expect(isDone).toBe(true)
}
