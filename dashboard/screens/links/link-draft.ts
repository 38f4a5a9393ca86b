import type { Schemas } from '../../app/api.ts'

export const ASKED_FIELDS = ['name', 'email', 'phone', 'table', 'reference'] as const
type AskedField = (typeof ASKED_FIELDS)[number]
export const NEEDS = ['none', 'optional', 'required'] as const
export type Need = (typeof NEEDS)[number]

/** Form values as typed. */
export interface LinkDraft {
  name: string
  isFixed: boolean
  amount: string
  least: string
  most: string
  stock: string
  description: string
  starts: string
  ends: string
  language: 'readers' | 'es' | 'en'
  needs: Readonly<Record<AskedField, Need>>
}

/** Value of an `<input type="datetime-local">`, in the reader's time zone. */
const localTime = (instant: string | null | undefined): string => {
  if (!instant) return ''
  const at = new Date(instant)
  const two = (part: number) => String(part).padStart(2, '0')
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-')
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`
}

const instantOf = (local: string): string | null => (local ? new Date(local).toISOString() : null)

export const linkDraftOf = (link?: Schemas['PaymentLink']): LinkDraft => ({
  name: link?.name ?? '',
  isFixed: link ? link.amount !== null : true,
  amount: link?.amount ?? '',
  least: link?.min_amount ?? '',
  most: link?.max_amount ?? '',
  stock: link?.stock ? String(link.stock) : '',
  description: link?.description ?? '',
  starts: localTime(link?.starts_at),
  ends: localTime(link?.ends_at),
  language: link?.language ?? 'readers',
  needs: {
    name: link?.fields.name ?? 'none',
    email: link?.fields.email ?? 'none',
    phone: link?.fields.phone ?? 'none',
    table: link?.fields.table ?? 'none',
    reference: link?.fields.reference ?? 'none',
  },
})

export const bodyOfLink = (draft: LinkDraft) => {
  const { isFixed, needs, language } = draft
  const textOf = (text: string) => text.trim() || null
  const asked = ASKED_FIELDS.flatMap((field) => {
    const need = needs[field]
    return need === 'none' ? [] : [[field, need] as const]
  })
  return {
    name: draft.name.trim(),
    description: textOf(draft.description),
    amount: isFixed ? textOf(draft.amount) : null,
    min_amount: isFixed ? null : textOf(draft.least),
    max_amount: isFixed ? null : textOf(draft.most),
    stock: draft.stock.trim() ? Number(draft.stock) : null,
    starts_at: instantOf(draft.starts),
    ends_at: instantOf(draft.ends),
    fields: Object.fromEntries(asked),
    language: language === 'readers' ? null : language,
  }
}

export const isCompleteDraft = ({ name, isFixed, amount }: LinkDraft): boolean =>
  name.trim() !== '' && (!isFixed || amount.trim() !== '')
