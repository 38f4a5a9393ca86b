import { z } from 'zod'
import { PAYMENT_STATES } from '../../../contract/payment-states.ts'
import { SELF_TEST_STAGES } from '../../../payments/health/test-webhooks.ts'

const counts = z.record(z.string(), z.int())

export const webhookHealthView = z
  .object({
    webhook_url: z.string().meta({
      description: "Webhook address to enter in the gateway's portal.",
      example: 'https://puente.example/webhooks/gateway/myshop',
    }),
    problems: z.array(z.string()).meta({
      description:
        'Kinds of open alerts about webhooks: `webhooks_stopped` or `previous_secret_in_use`.',
    }),
    last_event: z
      .object({ at: z.iso.datetime(), type: z.string().nullable() })
      .nullable()
      .meta({ description: 'Last accepted delivery; `null` without one.' }),
    last_24_hours: z.object({
      accepted: z.int().meta({ description: 'Number of accepted deliveries.' }),
      accepted_by: counts.meta({
        description: 'Accepted deliveries by signing secret: `current` or `previous`.',
      }),
      repeated: z
        .int()
        .meta({ description: 'Number of accepted deliveries that repeat an earlier event.' }),
      bad_signatures: z
        .int()
        .meta({ description: 'Number of deliveries refused because of their signature.' }),
      bad_signatures_by: counts.meta({
        description:
          'Refused deliveries by flaw of the signature: `missing`, `malformed`, `wrong`, `too-old` or `from-the-future`.',
      }),
      bad_signature_rate: z
        .number()
        .meta({ description: 'Share of refused deliveries, from 0 to 1.', example: 0.01 }),
    }),
    event_ids: z
      .object({
        header_differs: z
          .int()
          .meta({ description: 'Number of deliveries whose header names another event.' }),
        header_missing: z.int().meta({ description: 'Number of deliveries without the header.' }),
        unreadable: z.int().meta({
          description:
            'Number of deliveries with a valid signature, refused because their body has no readable id.',
        }),
      })
      .meta({
        description:
          "Deliveries of the last 24 hours whose header does not match the event id in the signed body. Puente uses the body's id.",
      }),
    gaps: z
      .object({
        missing: z.int().meta({
          description:
            'Number of changes found by polling whose event the gateway no longer retries.',
        }),
        awaited: z.int().meta({
          description: 'Number of changes found by polling whose event may still arrive.',
        }),
        newest: z.array(
          z.object({
            order_id: z.string().nullable(),
            payment_id: z.string(),
            state: z.enum(PAYMENT_STATES),
            found_by: z.enum(['asking', 'reconciliation']).meta({
              description:
                '`asking`: Puente polled the payment. `reconciliation`: a reconciliation found the change.',
            }),
            found_at: z.iso.datetime(),
          }),
        ),
      })
      .meta({ description: 'Changes of payments whose event has not arrived.' }),
    secret: z.object({
      previous_until: z.iso.datetime().nullable().meta({
        description: 'Time until which the previous secret is valid; `null` without one.',
      }),
      last_by_current_at: z.iso.datetime().nullable().meta({
        description:
          'Time of the last delivery signed with the current secret; `null` without one.',
      }),
      last_by_previous_at: z.iso.datetime().nullable().meta({
        description:
          'Time of the last delivery signed with the previous secret; `null` without one.',
      }),
    }),
  })
  .meta({ id: 'WebhookHealth' })

const deliveriesView = z
  .object({
    verdict: z.enum(['arriving', 'refused', 'failing', 'not_known']).meta({
      description:
        "`arriving`: Puente accepts the gateway's deliveries. `refused`: Puente refuses deliveries that may not come from the gateway. `failing`: see `cause`. `not_known`: too few deliveries to decide.",
    }),
    cause: z.enum(['wrong_secret', 'clock', 'nothing_arrives']).nullable().meta({
      description: 'Cause of the verdict `failing`; otherwise `null`.',
    }),
    last_accepted_at: z.iso.datetime().nullable(),
    last_refused: z
      .array(
        z.object({
          at: z.iso.datetime(),
          reason: z.string().meta({
            description:
              '`missing`, `malformed`, `wrong`, `too-old` or `from-the-future`. A wrong secret that Puente knows is `former-secret` (of this store) or `other-store`.',
          }),
          seconds_off: z.int().nullable().meta({
            description:
              'Age of the signature in seconds, for `too-old` and `from-the-future` (negative); otherwise `null`.',
          }),
        }),
      )
      .meta({ description: 'Last refused delivery for each reason, newest first.' }),
    changed_without_event: z.int().meta({
      description:
        'Number of payment changes in the last week, found by polling, whose event has not arrived.',
    }),
    text: z
      .string()
      .meta({ description: "Summary, in the language of `Accept-Language`, or the store's." }),
    todo: z
      .string()
      .nullable()
      .meta({ description: 'Recommended action; `null` if none is needed.' }),
  })
  .meta({ description: "Verdict on the gateway's latest deliveries." })

export const selfTestView = z
  .object({
    passed: z.boolean().nullable().meta({
      description:
        "Whether the test event and the gateway's own deliveries arrive. `null`: the test event arrived, but the gateway has sent too few deliveries to decide (see `deliveries`).",
    }),
    url: z.string().meta({ description: 'Webhook address that received the test event.' }),
    stopped_at: z.enum(SELF_TEST_STAGES).nullable().meta({
      description: 'Stage at which the test event failed; `null` if it passed.',
    }),
    reachable: z.boolean().nullable().meta({
      description: 'Whether the address answered. `null`: Puente could not send the test event.',
    }),
    status: z
      .int()
      .nullable()
      .meta({ description: 'HTTP status of the response; `null` without one.' }),
    signature_accepted: z.boolean().nullable().meta({
      description: 'Whether the signature was valid. `null`: the test failed before the check.',
    }),
    detail: z.string().nullable().meta({
      description: 'Reason for a failure and the next step; otherwise `null`.',
    }),
    deliveries: deliveriesView,
    took_ms: z.int().meta({ description: 'Duration of the test event, in milliseconds.' }),
    warnings: z.array(z.enum(['not_https', 'not_public'])).meta({
      description: 'Reasons why the gateway may not reach the address even though Puente does.',
    }),
  })
  .meta({ id: 'WebhookSelfTest' })
