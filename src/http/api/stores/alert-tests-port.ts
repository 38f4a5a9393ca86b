import { z } from 'zod'
import type { StoreRow } from '../../../db/db.ts'

export const alertChannelKind = z.enum(['email', 'slack', 'webhook'])

const alertTest = z
  .object({
    channel: alertChannelKind,
    owner: z.enum(['store', 'installation']).meta({
      description: '`installation`: the channel receives the alerts of all stores.',
    }),
    receiver: z.string().nullable().meta({
      description: "Address without secrets; `null` for the installation's channels.",
      example: 'ana@example.com',
    }),
    outcome: z.enum(['delivered', 'failed', 'tested_recently']).meta({
      description:
        '`tested_recently`: the channel received a test in the last 30 seconds, so Puente sent none.',
    }),
    reason: z.string().nullable().meta({
      description: 'Reason for a failure; otherwise `null`.',
      example: 'HTTP 404',
    }),
    fix: z.string().nullable().meta({
      description: 'How to fix a failure; otherwise `null`.',
      example: 'Set SMTP_URL and ALERT_EMAIL_FROM.',
    }),
  })
  .meta({ id: 'AlertTest' })

export const alertTests = z
  .object({
    data: z.array(alertTest).meta({ description: 'Empty if no channel is configured.' }),
  })
  .meta({ id: 'AlertTests' })

export type AlertTest = z.input<typeof alertTest>

/** Sends a test message through each channel that receives the alerts of a store. */
export type TestAlerts = (store: StoreRow) => Promise<AlertTest[]>
