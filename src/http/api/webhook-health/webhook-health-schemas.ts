import { z } from 'zod'
import { PAYMENT_STATES } from '../../../contract/payment-states.ts'
import { SELF_TEST_STAGES } from '../../../payments/health/test-webhooks.ts'

const counts = z.record(z.string(), z.int())

export const webhookHealthView = z
  .object({
    webhook_url: z.string().meta({
      description: "The address that the gateway's portal has to have.",
      example: 'https://puente.example/webhooks/gateway/myshop',
    }),
    problems: z.array(z.string()).meta({
      description:
        'The kinds of open problems about it: `webhooks_stopped`, `previous_secret_in_use`.',
    }),
    last_event: z
      .object({ at: z.iso.datetime(), type: z.string().nullable() })
      .nullable()
      .meta({ description: 'The last delivery that was accepted.' }),
    last_24_hours: z.object({
      accepted: z.int(),
      accepted_by: counts.meta({
        description: 'By the secret that it was signed with: `current`, `previous`.',
      }),
      repeated: z.int().meta({ description: 'Of those accepted, events that were known already.' }),
      bad_signatures: z.int(),
      bad_signatures_by: counts.meta({
        description: '`missing`, `malformed`, `wrong`, `too-old`, `from-the-future`.',
      }),
      bad_signature_rate: z.number().meta({ description: 'From 0 to 1.', example: 0.01 }),
    }),
    event_ids: z
      .object({
        header_differs: z.int(),
        header_missing: z.int(),
        unreadable: z.int().meta({
          description: 'Rightly signed, and refused: their body has no id that can be read.',
        }),
      })
      .meta({
        description:
          "Deliveries of the last 24 hours whose header does not name the event of the signed body. The body's id counts.",
      }),
    gaps: z
      .object({
        missing: z.int().meta({
          description: 'Changes that were found by asking, and whose event is not tried again.',
        }),
        awaited: z.int().meta({ description: 'Found by asking; the event may still come.' }),
        newest: z.array(
          z.object({
            order_id: z.string().nullable(),
            payment_id: z.string(),
            state: z.enum(PAYMENT_STATES),
            found_by: z.enum(['asking', 'reconciliation']),
            found_at: z.iso.datetime(),
          }),
        ),
      })
      .meta({ description: 'Events that never came.' }),
    secret: z.object({
      previous_until: z.iso.datetime().nullable().meta({
        description: 'Until when the secret that was replaced still verifies.',
      }),
      last_by_current_at: z.iso.datetime().nullable(),
      last_by_previous_at: z.iso.datetime().nullable(),
    }),
  })
  .meta({ id: 'WebhookHealth' })

const deliveriesView = z
  .object({
    verdict: z.enum(['arriving', 'refused', 'failing', 'not_known']).meta({
      description:
        "`refused`: deliveries are refused, and nothing proves yet that they are the gateway's. `not_known`: there is nothing to judge the gateway's deliveries by yet.",
    }),
    cause: z.enum(['wrong_secret', 'clock', 'nothing_arrives']).nullable().meta({
      description: 'Of `failing`.',
    }),
    last_accepted_at: z.iso.datetime().nullable(),
    last_refused: z
      .array(
        z.object({
          at: z.iso.datetime(),
          reason: z.string().meta({
            description:
              '`missing`, `malformed`, `wrong`, `too-old`, `from-the-future`; of a wrong one whose secret is ours, also `former-secret` (this store had it before) or `other-store`.',
          }),
          seconds_off: z.int().nullable().meta({
            description:
              'Of `too-old` and `from-the-future`: how long before our time it was signed; below 0, after it.',
          }),
        }),
      )
      .meta({ description: 'The last one of each reason, the latest first.' }),
    changed_without_event: z.int().meta({
      description:
        'Changes of payments that were found by asking within the last week, and whose event has not come.',
    }),
    text: z.string().meta({ description: "In the store's language." }),
    todo: z.string().nullable(),
  })
  .meta({ description: 'What the gateway really delivered lately.' })

export const selfTestView = z
  .object({
    passed: z.boolean().nullable().meta({
      description:
        "The test event came through, and the gateway's own deliveries do. `null`: the test event did, and nothing says for sure whether the gateway's do: see `deliveries`.",
    }),
    url: z.string(),
    stopped_at: z.enum(SELF_TEST_STAGES).nullable().meta({
      description: 'Where on its way the test event was stopped.',
    }),
    reachable: z.boolean().nullable().meta({
      description: 'Whether anybody answered. `null`: nothing could be sent.',
    }),
    status: z.int().nullable(),
    signature_accepted: z
      .boolean()
      .nullable()
      .meta({ description: '`null`: it did not come so far.' }),
    detail: z.string().nullable().meta({
      description: 'Why it did not pass, and what to do.',
    }),
    deliveries: deliveriesView,
    took_ms: z.int(),
    warnings: z.array(z.enum(['not_https', 'not_public'])).meta({
      description: 'Why the gateway may not reach an address that Puente reaches.',
    }),
  })
  .meta({ id: 'WebhookSelfTest' })
