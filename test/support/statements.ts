import pg from 'pg'

interface Submitted {
  text: string
}
type Submit = (this: Submitted, ...args: unknown[]) => unknown

/** Records all statements of this process except transaction control, and counts commits. */
export const statementsOf = async (
  work: () => Promise<unknown>,
): Promise<{ statements: string[]; commits: number }> => {
  const asked: string[] = []
  const query = (pg as unknown as { Query: { prototype: { submit: Submit } } }).Query.prototype
  const { submit } = query
  query.submit = function (...args) {
    asked.push(this.text.replace(/\s+/g, ' ').trim())
    return Reflect.apply(submit, this, args)
  }
  try {
    await work()
  } finally {
    query.submit = submit
  }
  const isBracket = (text: string) => /^(start transaction|begin|commit|rollback)/i.test(text)
  return {
    statements: asked.filter((text) => !isBracket(text)),
    commits: asked.filter((text) => /^commit/i.test(text)).length,
  }
}
