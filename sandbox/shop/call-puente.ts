import { z } from 'zod'

export interface PuenteAccess {
  /** Without a trailing slash. */
  puenteUrl: string
  apiKey: string
}

/** Branch on `code`. */
export interface PuenteRefusal {
  outcome: 'refused'
  status: number
  code: string
  reason: string
  declineCode?: string | undefined
  errors?: readonly { path: string; message: string }[] | undefined
}

export type PuenteResponse<Body> =
  | { outcome: 'answered'; status: number; body: Body }
  /** Unreachable or a lost response: unknown outcome. */
  | { outcome: 'unavailable' }
  | PuenteRefusal

const problem = z.object({
  code: z.string().optional(),
  title: z.string(),
  detail: z.string().nullish(),
  decline_code: z.string().optional(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
})

const TIMEOUT_MS = 30_000

/** Calls the merchant API. */
export const callPuente = async <Schema extends z.ZodType>(
  { puenteUrl, apiKey }: PuenteAccess,
  path: string,
  /** `method` defaults to `POST` with a body, else `GET`. */
  { schema, method, body }: { schema: Schema; method?: 'DELETE'; body?: unknown },
): Promise<PuenteResponse<z.output<Schema>>> => {
  try {
    const response = await fetch(`${puenteUrl}/v1${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const { status } = response
    const answer: unknown = await response.json()
    if (response.ok) return { outcome: 'answered', status, body: schema.parse(answer) }
    if (status >= 500 || status === 429) return { outcome: 'unavailable' }
    const {
      code = 'refused',
      title,
      detail,
      errors,
      decline_code: declineCode,
    } = problem.parse(answer)
    const reason = detail ? `${title}. ${detail}` : title
    return { outcome: 'refused', status, code, reason, declineCode, errors }
  } catch {
    return { outcome: 'unavailable' }
  }
}
