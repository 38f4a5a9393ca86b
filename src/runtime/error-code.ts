/** Returns a string `code` (`ECONNRESET`, an SQLSTATE), if any. */
export const errorCode = (error: unknown): string | undefined => {
  const { code } = error instanceof Error ? (error as Error & { code?: unknown }) : {}
  return typeof code === 'string' ? code : undefined
}

/** PostgreSQL error class 22: a bad value in the row. */
export const isDataException = (error: unknown): boolean =>
  errorCode(error)?.startsWith('22') ?? false
