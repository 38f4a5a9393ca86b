import { z } from 'zod'
import { TEXTS } from '../../../locales/texts.ts'
import { MOST_ENDPOINTS } from '../../../payments/endpoints/endpoint-fields.ts'
import { MOST_REPLAYED, REPLAY_DAYS } from '../../../payments/endpoints/replay-notifications.ts'
import { LISTED_TYPES } from '../../../payments/ports/notification.ts'
import { instant } from '../../../runtime/instant.ts'
import { plainText } from '../../../runtime/text/plain-text.ts'

const events = z
  .array(z.enum(LISTED_TYPES))
  .min(1)
  .transform((types) => [...new Set(types)])
  .nullable()

const eventsField = events.meta({
  description:
    'Notification types that the endpoint receives; `null` for all, including future ones.',
  example: ['order.paid', 'order.refunded'],
})

const url = z.string().min(1).max(2_000).meta({
  description:
    'Address of the endpoint. Puente sends a user and password in it as Basic authentication, and never returns them.',
  example: 'https://erp.example/puente',
})

const description = plainText(100).nullable().meta({ example: 'ERP' })

export const newEndpoint = z
  .strictObject({
    url,
    events: eventsField.optional(),
    description: description.optional(),
  })
  .meta({
    id: 'NewEndpoint',
    example: { url: 'https://erp.example/puente', events: ['order.paid'], description: 'ERP' },
  })

export const endpointChanges = z
  .strictObject({
    url: url.optional(),
    events: eventsField.optional(),
    description: description.optional(),
    enabled: z.boolean().optional().meta({
      description:
        '`false` disables the endpoint and ends its waiting notifications as `missed`; a replay sends them again.',
    }),
  })
  .refine((changes) => Object.values(changes).some((value) => value !== undefined), {
    error: TEXTS.en.validation.nothingToChange,
  })
  .meta({ id: 'EndpointChanges', example: { enabled: true } })

export const ENDPOINT_STATES = ['enabled', 'failing', 'disabled'] as const

export const endpointView = z
  .object({
    id: z.string().meta({ example: 'ep_01kadq2v7w8x9y0z1a2b3c4d5e' }),
    url: z.string().meta({ description: 'Address of the endpoint, without its login and query.' }),
    description: z.string().nullable(),
    events: z.array(z.string()).nullable(),
    secret_hint: z.string().nullable().meta({
      description: 'First and last characters of the secret; `null` if Puente cannot decrypt it.',
      example: 'whsec_…a1b2',
    }),
    previous_until: z.iso.datetime().nullable().meta({
      description:
        'Time until which Puente also signs with a replaced secret; `null` if there is none.',
    }),
    state: z.enum(ENDPOINT_STATES).meta({
      description:
        '`enabled`: works. `failing`: has accepted nothing since `failing_since`. `disabled`: Puente sends it nothing.',
    }),
    failing_since: z.iso.datetime().nullable().meta({
      description:
        'Time of the first failure since the last accepted notification; otherwise `null`.',
    }),
    last_error: z
      .string()
      .nullable()
      .meta({ description: 'Latest error; `null` without one.', example: 'HTTP 503' }),
    disabled_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Time at which it was disabled; otherwise `null`.' }),
    disabled_by: z.enum(['failures', 'person']).nullable().meta({
      description:
        '`failures`: Puente disabled it after five days without an accepted notification. `person`: a person disabled it.',
    }),
    missed_since: z.iso.datetime().nullable().meta({
      description:
        'Time since which the endpoint has missed notifications; `null` if it missed none, or after a replay.',
    }),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'NotificationEndpoint' })

export const endpointList = z
  .object({
    data: z.array(endpointView),
    most: z
      .int()
      .meta({ description: 'Maximum number of endpoints per store.', example: MOST_ENDPOINTS }),
  })
  .meta({ id: 'NotificationEndpoints' })

const secret = z.string().meta({
  description: 'Secret that signs the notifications to the endpoint. Puente returns it only once.',
})

export const addedEndpoint = endpointView.extend({ secret }).meta({ id: 'AddedEndpoint' })

export const secretRotation = z.strictObject({
  until: instant.optional().meta({
    description:
      'Time until which the previous secret also signs, at most 30 days ahead. Defaults to one day from now.',
  }),
})

export const rotatedSecret = z
  .object({ secret, previous_until: z.iso.datetime() })
  .meta({ id: 'EndpointSecretRotated' })

export const testResult = z
  .object({
    accepted: z.boolean().meta({ description: 'Whether the endpoint answered 2xx.' }),
    status: z
      .int()
      .nullable()
      .meta({ description: 'HTTP status; `null` if there was no response.' }),
    error: z
      .string()
      .nullable()
      .meta({ description: 'Reason for a failure; otherwise `null`.', example: 'HTTP 401' }),
    answer: z
      .string()
      .nullable()
      .meta({ description: 'Beginning of the response body, without secrets.' }),
    duration_ms: z.int().nullable(),
  })
  .meta({ id: 'EndpointTest' })

const from = instant.meta({
  description: `Start of the time range to replay, at most ${REPLAY_DAYS} days ago.`,
})
const to = instant
  .optional()
  .meta({ description: 'End of the time range to replay. Defaults to now.' })

export const replayQuery = z.strictObject({
  from,
  to,
  all: z.stringbool().optional().describe('Also replays notifications that the endpoint accepted.'),
})

export const replayBody = z
  .strictObject({
    from,
    to,
    all: z
      .boolean()
      .default(false)
      .meta({ description: 'Also replays notifications that the endpoint accepted.' }),
  })
  .meta({ id: 'ReplayToEndpoint', example: { from: '2030-01-31T00:00:00-06:00' } })

export const replayView = z
  .object({
    notifications: z.int().meta({
      description: `Number of notifications, at most ${MOST_REPLAYED}.`,
      example: 120,
    }),
    orders: z.int().meta({ description: 'Number of orders that they report.', example: 96 }),
    from: z.iso.datetime(),
    to: z.iso.datetime(),
  })
  .meta({ id: 'EndpointReplay' })
