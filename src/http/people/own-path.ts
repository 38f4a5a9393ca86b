/** Allows local paths only; falls back to `/`. */
export const localRedirect = (path: unknown, publicUrl: string): string => {
  if (typeof path !== 'string' || !path.startsWith('/')) return '/'
  if (!URL.canParse(path, publicUrl)) return '/'
  const { origin, pathname, search, hash } = new URL(path, publicUrl)
  // `/.//evil.example` normalizes to a path that browsers read as a host.
  return origin === new URL(publicUrl).origin && !pathname.startsWith('//')
    ? `${pathname}${search}${hash}`
    : '/'
}
