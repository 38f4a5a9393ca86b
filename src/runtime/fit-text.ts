const graphemes = new Intl.Segmenter()

/**
 * Cuts a text to at most `maxLength` UTF-16 units on whole characters, with an ellipsis, so that a
 * long text never becomes a 422 (`gateway-api.md` 8). Whatever the gateway counts as a character,
 * UTF-16 units are never fewer than code points.
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
