/** Allows redirects to local paths only; falls back to `/`. */
export const ownPath = (wanted: unknown, publicUrl: string): string => {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return '/'
  if (!URL.canParse(wanted, publicUrl)) return '/'
  const { origin, pathname, search, hash } = new URL(wanted, publicUrl)
  // `/.//evil.example` normalizes to a path that browsers read as a host.
  return origin === new URL(publicUrl).origin && !pathname.startsWith('//')
    ? `${pathname}${search}${hash}`
    : '/'
}
