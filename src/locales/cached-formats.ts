/**
 * Caches formatters by key: creating an `Intl` formatter costs a hundred times as much as using it.
 * Starts again past `most` keys.
 */
export const cachedFormats = <Format>(
  most = 5_000,
): ((key: string, create: () => Format) => Format) => {
  const formats = new Map<string, Format>()
  return (key, create) => {
    const known = formats.get(key)
    if (known) return known
    if (formats.size >= most) formats.clear()
    const format = create()
    formats.set(key, format)
    return format
  }
}
