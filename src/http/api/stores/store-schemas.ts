import { z } from 'zod'
import { TEXTS } from '../../../locales/texts.ts'
import { policySchema } from '../../../payments/ports/policy.ts'
import { instantText } from '../../../runtime/instant.ts'
import { plainText } from '../../../runtime/text/plain-text.ts'
import { refundLimitView } from '../people/refund-limits.ts'

const secretHints = z
  .object({
    hint: z.string().meta({
      description: 'First and last characters of the secret, which is never shown.',
      example: 'whsec_…pZ4=',
    }),
    replaced: z
      .array(
        z.object({
          hint: z.string(),
          until: z.iso.datetime().meta({ description: 'End of its validity.' }),
        }),
      )
      .meta({ description: 'Previous secrets that are still valid.' }),
  })
  .nullable()
  .meta({ description: '`null` if no key of the installation can open the secret.' })

const storeFields = z.object({
  id: z.string().meta({ example: 'tienda' }),
  name: z.string(),
  platform: z.string(),
  environment: z.enum(['test', 'live']),
  locale: z.enum(['es', 'en']),
  webhook_url: z.string().meta({ description: "The address of the gateway's webhooks." }),
  connected_at: z.iso.datetime(),
  frozen_at: z.iso.datetime().nullable().meta({
    description: 'When a person stopped all charges and refunds of the store; `null`: it works.',
  }),
})

export const approvalLimitFields = {
  approval_limit: refundLimitView.meta({
    description:
      'A refund above it, alone or with earlier ones of its order, waits for a second person; 0: each refund does. `null`: none does.',
  }),
  former_approval_limit: refundLimitView.meta({
    description:
      'A stricter limit that applies too, because the present one is less than a day old.',
  }),
  former_approval_limit_until: z.iso.datetime().nullable(),
}

const freezeFields = {
  frozen_by: z
    .string()
    .nullable()
    .meta({ description: 'The person, key or command line that froze it.', example: 'Ana' }),
  frozen_why: z.string().nullable().meta({ example: 'An API key was stolen' }),
}

export const storeView = storeFields
  .extend({
    notify_url: z.string().nullable().meta({
      description: 'The address of notifications, without its password and query.',
      example: 'https://shop.example/puente',
    }),
    orders_url: z.string().nullable(),
    publishable_key: z
      .string()
      .nullable()
      .meta({ description: 'First and last characters of the key.' }),
    secrets: z.object({
      secret_key: secretHints,
      webhook_secret: secretHints,
      notify_secret: secretHints,
    }),
    policy: z.record(z.string(), z.unknown()).meta({
      description: 'Settings that the store has changed from their defaults.',
      example: { on_conflict: 'refund' },
    }),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'Store' })

export const storeOfPerson = storeFields
  .extend({
    organization_id: z.string().meta({ example: 'main' }),
    disabled_at: z.iso.datetime().nullable(),
    ...freezeFields,
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'StoreOfPerson' })

export const wholeStore = storeView
  .extend({
    organization_id: z.string(),
    disabled_at: z.iso.datetime().nullable(),
    ...freezeFields,
    ...approvalLimitFields,
    decisions: policySchema.meta({ description: 'All settings of the store, with defaults.' }),
  })
  .meta({ id: 'WholeStore' })

/** The audit log keeps it: it omits fields with "reason" in their name. */
export const freezing = z.strictObject({
  why: plainText(500).meta({ description: 'The reason, for the audit log, the alert and people.' }),
})

const address = z.string().max(2_000).nullable().optional()

export const storeChanges = z
  .strictObject({
    name: plainText(200).optional(),
    locale: z.enum(['es', 'en']).optional(),
    notify_url: address.meta({ description: '`null` stops all notifications to the shop.' }),
    orders_url: address,
    policy: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({
        description: 'Settings to change; `null` resets a setting to its default.',
        example: { on_conflict: 'refund', tip: null },
      }),
  })
  .refine((changes) => Object.values(changes).some((value) => value !== undefined), {
    error: TEXTS.en.validation.nothingToChange,
  })

const until = instantText.optional().meta({
  description: "End of the previous secret's validity, at most 30 days ahead. Defaults to one day.",
})

export const notifySecretRotation = z.strictObject({ until })
export const notifySecretRotated = z
  .object({
    notify_secret: z.string().meta({ description: 'The new secret, which is shown only once.' }),
    previous_until: z.iso.datetime(),
  })
  .meta({ id: 'NotifySecretRotated' })

/** The audit log redacts names with "secret", so the API's field has another. */
export const allowShortSecret = z.boolean().optional().meta({
  description:
    'Allows a webhook secret of fewer than 16 characters. Only for owners, and recorded in the audit log.',
})

export const webhookSecretRotation = z.strictObject({
  webhook_secret: z.string().min(1).max(500).meta({
    description:
      "Signing secret of the endpoint in the gateway's portal, of at least 16 characters.",
  }),
  allow_short: allowShortSecret,
  until,
})
export const secretKeyChange = z.strictObject({
  secret_key: z.string().min(1).max(500).meta({
    description: 'A key of the same environment, which Puente checks at the gateway.',
  }),
  publishable_key: z.string().min(1).max(500).optional(),
})
