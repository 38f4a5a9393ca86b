const graphemes = new Intl.Segmenter()

/**
 * Truncates to `maxLength` UTF-16 units with an ellipsis, on grapheme boundaries, so that a long
 * text causes no 422 (`gateway-api.md` 8). Code points are never more.
 */
export const fitText = (text: string, maxLength: number): string => {
  if (text.length <= maxLength) return text
  let kept = ''
  for (const { segment } of graphemes.segment(text)) {
    if (kept.length + segment.length > maxLength - 1) break
    kept += segment
  }
  return `${kept.trimEnd()}…`
}
