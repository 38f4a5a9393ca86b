import { z } from 'zod'

export interface PuenteAccess {
  /** Where Puente's merchant API is, without a slash at the end. */
  puenteUrl: string
  apiKey: string
}

/** Puente said no, in its own words; `code` is what to branch on. */
export interface Refusal {
  outcome: 'refused'
  status: number
  code: string
  reason: string
  /** The fields that are wrong. */
  errors?: readonly { path: string; message: string }[] | undefined
}

export type PuenteAnswer<Body> =
  | { outcome: 'answered'; status: number; body: Body }
  /** Puente or the gateway is away, or its answer was lost: what came of it is not known. */
  | { outcome: 'away' }
  | Refusal

const problem = z.object({
  code: z.string().optional(),
  title: z.string(),
  detail: z.string().optional(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
})

const TIMEOUT_MS = 30_000

/** One call of the merchant API. */
export const askPuente = async <Schema extends z.ZodType>(
  { puenteUrl, apiKey }: PuenteAccess,
  path: string,
  {
    schema,
    method,
    body,
    headers = {},
  }: {
    schema: Schema
    /** `POST` where there is a body, else `GET`. */
    method?: 'POST' | 'DELETE'
    body?: unknown
    headers?: Record<string, string>
  },
): Promise<PuenteAnswer<z.output<Schema>>> => {
  try {
    const response = await fetch(`${puenteUrl}/v1${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const { status } = response
    const answer: unknown = await response.json()
    if (response.ok) return { outcome: 'answered', status, body: schema.parse(answer) }
    if (status >= 500 || status === 429) return { outcome: 'away' }
    const { code = 'refused', title, detail, errors } = problem.parse(answer)
    const reason = detail ? `${title}. ${detail}` : title
    return { outcome: 'refused', status, code, reason, errors }
  } catch {
    // No answer, or one that nobody understands.
    return { outcome: 'away' }
  }
}
