import { maskSecrets } from './masking.ts'

export interface DescribedError {
  type: string
  message: string
  stack?: string
  cause?: DescribedError
  errors?: DescribedError[]
  [fact: string]: unknown
}

/**
 * Fields safe to log. Others may leak: PostgreSQL's `detail` quotes whole rows, HTTP clients attach
 * the request with its keys.
 */
const FACTS = [
  ...['code', 'errno', 'syscall', 'address', 'port', 'hostname', 'status', 'statusCode'],
  ...['severity', 'constraint', 'table', 'column', 'schema', 'routine', 'reason'],
] as const

const MOST_LINKS = 5
const MOST_FACT = 200

/** Describes an error for logs and terminals: message and origin, without quoted data. */
export const describeError = (error: unknown, depth = 0): DescribedError => {
  if (!(error instanceof Error)) {
    const type = error === null ? 'null' : typeof error
    return {
      type,
      message: type === 'string' ? withoutQuotes(String(error)) : `not an error: ${type}`,
    }
  }
  const message = withoutQuotes(error.message)
  const described: DescribedError = { type: error.name, message }
  for (const name of FACTS) {
    const fact = (error as unknown as Record<string, unknown>)[name]
    if (typeof fact === 'number') described[name] = fact
    if (typeof fact === 'string') described[name] = maskSecrets(fact).slice(0, MOST_FACT)
  }
  described.stack = `${error.name}: ${message}${framesOf(error)}`
  if (depth < MOST_LINKS) {
    if (error.cause !== undefined) described.cause = describeError(error.cause, depth + 1)
    if (error instanceof AggregateError) {
      described.errors = error.errors
        .slice(0, MOST_LINKS)
        .map((one) => describeError(one, depth + 1))
    }
  }
  return described
}

const framesOf = ({ stack = '', message }: Error): string => {
  const after = stack.slice(Math.max(stack.indexOf(message), 0) + message.length)
  return /\n\s+at .*$/s.exec(after)?.[0] ?? ''
}

export const errorText = (error: unknown): string => {
  const { stack, message, cause, errors = [], type: _, ...facts } = describeError(error)
  const lines = [
    stack ?? message,
    ...Object.entries(facts).map(([name, fact]) => `  ${name}: ${String(fact)}`),
    ...[cause, ...errors].flatMap((one) => (one ? [`caused by ${one.stack ?? one.message}`] : [])),
  ]
  return maskSecrets(lines.join('\n'))
}

/** Input that parsers and the database quote. */
const QUOTES: ReadonlyArray<readonly [RegExp, string]> = [
  [/Unexpected token .* is not valid JSON/s, 'Unexpected token: not valid JSON'],
  [/Cannot convert .* to a BigInt/s, 'Cannot convert […] to a BigInt'],
  [/(: |=|\()".*"/gs, '$1"[…]"'],
]

const withoutQuotes = (message: string): string =>
  maskSecrets(QUOTES.reduce((text, [quote, instead]) => text.replace(quote, instead), message))
