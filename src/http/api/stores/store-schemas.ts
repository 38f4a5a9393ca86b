import { z } from 'zod'
import { TEXTS } from '../../../locales/texts.ts'
import { policySchema } from '../../../payments/ports/policy.ts'
import { instantText } from '../../../runtime/instant.ts'
import { plainText } from '../../../runtime/text/plain-text.ts'
import { refundLimitView } from '../people/refund-limits.ts'

const secretHints = z
  .object({
    hint: z.string().meta({
      description:
        'First and last characters of the secret. Puente never returns the secret itself.',
      example: 'whsec_…pZ4=',
    }),
    replaced: z
      .array(
        z.object({
          hint: z.string(),
          until: z.iso.datetime().meta({ description: 'Time until which the secret is valid.' }),
        }),
      )
      .meta({ description: 'Previous secrets that are still valid.' }),
  })
  .nullable()
  .meta({ description: '`null` if Puente cannot decrypt the secret.' })

const storeFields = z.object({
  id: z.string().meta({ example: 'tienda' }),
  name: z.string(),
  platform: z.string(),
  environment: z.enum(['test', 'live']),
  locale: z.enum(['es', 'en']),
  webhook_url: z
    .string()
    .meta({ description: "Webhook address to enter in the gateway's portal." }),
  connected_at: z.iso.datetime(),
  frozen_at: z.iso.datetime().nullable().meta({
    description:
      'Time at which a person stopped all charges and refunds of the store; `null` if the store is not frozen.',
  }),
})

export const approvalLimitFields = {
  approval_limit: refundLimitView.meta({
    description:
      'A refund above this amount, alone or with earlier refunds of its order, needs the approval of a second person. Zero: every refund needs it. `null`: no refund does.',
  }),
  former_approval_limit: refundLimitView.meta({
    description:
      'Former, stricter limit that still applies, because the current one is less than a day old; otherwise `null`.',
  }),
  former_approval_limit_until: z.iso.datetime().nullable(),
}

const freezeFields = {
  frozen_by: z.string().nullable().meta({
    description: 'Person, API key or command line that froze the store; otherwise `null`.',
    example: 'Ana',
  }),
  frozen_why: z.string().nullable().meta({
    description: 'Reason for the freeze; otherwise `null`.',
    example: 'An API key was stolen',
  }),
}

export const storeView = storeFields
  .extend({
    notify_url: z.string().nullable().meta({
      description: 'Address of the notifications, without its login and query; `null` for none.',
      example: 'https://shop.example/puente',
    }),
    orders_url: z.string().nullable().meta({
      description:
        'Address at which reconciliations request the status of orders; `null` for none.',
    }),
    publishable_key: z.string().nullable().meta({
      description:
        "First and last characters of the gateway's publishable key; `null` without one.",
    }),
    secrets: z.object({
      secret_key: secretHints,
      webhook_secret: secretHints,
      notify_secret: secretHints,
    }),
    policy: z.record(z.string(), z.unknown()).meta({
      description: 'Policy settings that differ from their defaults.',
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
    decisions: policySchema.meta({ description: 'All policy settings, with defaults.' }),
  })
  .meta({ id: 'WholeStore' })

/** The audit log keeps it: it omits fields with "reason" in their name. */
export const freezing = z.strictObject({
  why: plainText(500).meta({
    description: 'Reason, which the audit log, the alert and the dashboard show.',
  }),
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
        description: 'Policy settings to change; `null` resets a setting to its default.',
        example: { on_conflict: 'refund', tip: null },
      }),
  })
  .refine((changes) => Object.values(changes).some((value) => value !== undefined), {
    error: TEXTS.en.validation.nothingToChange,
  })

const until = instantText.optional().meta({
  description:
    'Time until which the previous secret is valid, at most 30 days ahead. Defaults to one day from now.',
})

export const notifySecretRotation = z.strictObject({ until })
export const notifySecretRotated = z
  .object({
    notify_secret: z
      .string()
      .meta({ description: 'The new secret, which Puente returns only once.' }),
    previous_until: z.iso.datetime(),
  })
  .meta({ id: 'NotifySecretRotated' })

/** The audit log redacts names with "secret", so the API's field has another. */
export const allowShortSecret = z.boolean().optional().meta({
  description:
    'Allows a webhook secret of fewer than 16 characters. Only owners can set it; the audit log records it.',
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
    description:
      'New secret key for the same environment (`test` or `live`). Puente checks it at the gateway.',
  }),
  publishable_key: z.string().min(1).max(500).optional(),
})
