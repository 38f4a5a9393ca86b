const UNSEEN = /[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu
/** Words and symbols before a number, in Spanish and English. */
const BEFORE_A_NUMBER =
  /^(?:(?:pedido|orden|compra|order|n[úu]mero|number)\s*)?(?:(?:n[°o.]|n\.?[°o]|nro|n[úu]m|nr)\.?:?\s*)?[#:]?\s*(?=\S*\d)/iu

/** Punctuation around copied text. */
const AROUND = /^(?:mailto:)?[\s"'“”‘’«»()[\]<>]+|^mailto:|[\s"'“”‘’«»()[\]<>.,;:]+$/giu

/**
 * Returns the typed one first: `N° 7001`, `#7001` and ` 7001 ` find `7001` and `#7001`. Empty
 * without a visible character.
 */
export const spellingsOf = (typed: string): string[] => {
  const exact = typed.replace(UNSEEN, '').replace(/\s+/g, ' ').trim()
  if (exact === '') return []
  const bare = exact.normalize('NFKC').replace(AROUND, '').replace(BEFORE_A_NUMBER, '').trim()
  return [...new Set(bare ? [exact, bare, `#${bare}`] : [exact])]
}
