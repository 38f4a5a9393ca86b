/** An error's own `code` (`ECONNRESET`, an SQLSTATE); undefined if it has none that is a string. */
export const errorCode = (error: unknown): string | undefined => {
  const { code } = error instanceof Error ? (error as Error & { code?: unknown }) : {}
  return typeof code === 'string' ? code : undefined
}
