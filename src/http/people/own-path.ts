/** A path of ours that somebody wants to go on to; `/` for everything else. */
export const ownPath = (wanted: unknown, publicUrl: string): string => {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return '/'
  if (!URL.canParse(wanted, publicUrl)) return '/'
  const { origin, pathname, search, hash } = new URL(wanted, publicUrl)
  // Of `/.//evil.example`, a path is left that a browser would take for a host.
  return origin === new URL(publicUrl).origin && !pathname.startsWith('//')
    ? `${pathname}${search}${hash}`
    : '/'
}
