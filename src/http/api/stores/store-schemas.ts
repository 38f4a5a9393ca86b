import { z } from 'zod'
import { TEXTS } from '../../../locales/texts.ts'
import { instantText } from '../../../runtime/instant.ts'
import { plainText } from '../../../runtime/text/plain-text.ts'

const replacedSecret = z.object({
  hint: z.string(),
  until: z.iso.datetime().meta({ description: 'It is good until then.' }),
})

const secretHints = z
  .object({
    hint: z.string().meta({
      description: 'How it begins and ends; a secret is never shown.',
      example: 'whsec_…pZ4=',
    }),
    replaced: z.array(replacedSecret).meta({ description: 'Those before it that are still good.' }),
  })
  .nullable()
  .meta({ description: '`null`: no key of the installation opens it.' })

export const storeView = z
  .object({
    id: z.string().meta({ example: 'tienda' }),
    name: z.string(),
    platform: z.string(),
    environment: z.enum(['test', 'live']),
    locale: z.enum(['es', 'en']),
    notify_url: z.string().nullable().meta({
      description: 'Without password and query, which may be secrets.',
      example: 'https://shop.example/puente',
    }),
    orders_url: z.string().nullable(),
    webhook_url: z.string().meta({ description: "Where the gateway delivers the store's events." }),
    publishable_key: z.string().nullable().meta({ description: 'How it begins and ends.' }),
    secrets: z.object({
      secret_key: secretHints,
      webhook_secret: secretHints,
      notify_secret: secretHints,
    }),
    policy: z.record(z.string(), z.unknown()).meta({
      description: 'What the store has decided; what is not in it has its default.',
      example: { on_conflict: 'refund' },
    }),
    connected_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'Store' })

const address = z.string().max(2_000).nullable().optional()

export const storeChanges = z
  .strictObject({
    name: plainText(200).optional(),
    locale: z.enum(['es', 'en']).optional(),
    notify_url: address.meta({ description: '`null`: the shop is notified nothing any more.' }),
    orders_url: address,
    policy: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({
        description: 'The decisions that change; `null` brings one back to its default.',
        example: { on_conflict: 'refund', tip: null },
      }),
  })
  .refine((changes) => Object.values(changes).some((value) => value !== undefined), {
    error: TEXTS.en.validation.nothingToChange,
  })

const until = instantText
  .optional()
  .meta({ description: 'Until when the one before is good, at most 30 days; without it, a day.' })

export const notifySecretRotation = z.strictObject({ until })
export const notifySecretRotated = z
  .object({
    notify_secret: z.string().meta({ description: 'It is shown this once.' }),
    previous_until: z.iso.datetime(),
  })
  .meta({ id: 'NotifySecretRotated' })

/** The audit log redacts fields with "secret" in their name, so the API's field has another. */
export const allowShortSecret = z.boolean().optional().meta({
  description:
    'Lets an owner set a webhook secret of fewer than 16 characters; the audit log records that. API keys may not.',
})

export const webhookSecretRotation = z.strictObject({
  webhook_secret: z.string().min(1).max(500).meta({
    description:
      "The signing secret that the gateway's portal shows for the endpoint; at least 16 characters.",
  }),
  allow_short: allowShortSecret,
  until,
})
export const secretKeyChange = z.strictObject({
  secret_key: z.string().min(1).max(500).meta({
    description: 'Of the same environment. The gateway is asked whether it knows it.',
  }),
  publishable_key: z.string().min(1).max(500).optional(),
})
